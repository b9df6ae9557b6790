/** A source that the map names, with the page that states its terms. */
export interface Credit {
  text: string;
  url: string;
}

/** A background from a public server that needs no key. */
export interface OnlineBackground {
  provider: string;
  /** As in the setting `swath.map.tileUrl`. */
  template: string;
  credits: readonly Credit[];
  /** The last zoom level with tiles of its own; the map enlarges them beyond it. */
  maxNativeZoom: number;
}

const openStreetMap: Credit = {
  text: '© OpenStreetMap contributors',
  url: 'https://www.openstreetmap.org/copyright',
};
const carto: Credit = { text: '© CARTO', url: 'https://carto.com/attributions' };

/** The terms of each are in docs/settings.md. */
export const onlineBackgrounds = {
  openStreetMap: {
    provider: 'OpenStreetMap',
    template: 'https://tile.openstreetmap.org/{z}/{x}/{y}.png',
    credits: [openStreetMap],
    maxNativeZoom: 19,
  },
  light: {
    provider: 'CARTO',
    template: 'https://{s}.basemaps.cartocdn.com/light_all/{z}/{x}/{y}{r}.png',
    credits: [openStreetMap, carto],
    maxNativeZoom: 19,
  },
  dark: {
    provider: 'CARTO',
    template: 'https://{s}.basemaps.cartocdn.com/dark_all/{z}/{x}/{y}{r}.png',
    credits: [openStreetMap, carto],
    maxNativeZoom: 19,
  },
  aerial: {
    provider: 'EOX',
    // The mosaic of 2016: those of later years are for noncommercial use only.
    template: 'https://tiles.maps.eox.at/wmts/1.0.0/s2cloudless_3857/default/g/{z}/{y}/{x}.jpg',
    credits: [
      {
        text: 'Sentinel-2 cloudless by EOX IT Services GmbH (contains modified Copernicus Sentinel data 2016 & 2017)',
        url: 'https://s2maps.eu',
      },
    ],
    // 10 m per pixel.
    maxNativeZoom: 14,
  },
} as const satisfies Record<string, OnlineBackground>;

/** @returns `undefined` for the built-in land and for the user's own tiles */
export function onlineBackground(name: unknown): OnlineBackground | undefined {
  return Object.entries(onlineBackgrounds).find(([key]) => key === name)?.[1];
}
