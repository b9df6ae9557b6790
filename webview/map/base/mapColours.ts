import { signal, type ReadonlySignal } from '@preact/signals-core';

/**
 * Colours for what is drawn on canvases. They are declared in `styles/theme.css` from the editor's theme, so that
 * the map and the page around it cannot differ; this reads what they come to under the theme in force.
 */
const names = {
  sea: '--swath-sea',
  land: '--swath-land',
  coast: '--swath-coast',
  border: '--swath-border',
  casing: '--swath-casing',
  aoi: '--swath-aoi',
  report: '--swath-report',
  selected: '--swath-selected',
  pneo: '--swath-pneo',
  phr: '--swath-phr',
  spot: '--swath-spot',
  other: '--swath-other',
} as const;

export type MapColours = Readonly<Record<keyof typeof names, string>>;

/** Follows the theme: the editor marks the body, and writes the theme's variables onto the root element. */
export function watchMapColours(): ReadonlySignal<MapColours> {
  const colours = signal(readColours());
  const observer = new MutationObserver(() => {
    const next = readColours();
    if (JSON.stringify(next) !== JSON.stringify(colours.peek())) colours.value = next;
  });
  observer.observe(document.body, { attributeFilter: ['class', 'data-vscode-theme-id'] });
  observer.observe(document.documentElement, { attributeFilter: ['style'] });
  return colours;
}

function readColours(): MapColours {
  const style = getComputedStyle(document.body);
  const read = Object.entries(names).map(([key, property]) => [key, style.getPropertyValue(property).trim()]);
  return Object.fromEntries(read) as MapColours;
}

/** Those of the catalogue have colours of their own; `other` is for what it has next. */
export const constellationKeys = ['pneo', 'phr', 'spot', 'other'] as const;

export function constellationColour(colours: MapColours, constellation: string | undefined): string {
  return colours[constellationKey(constellation)];
}

/** The class that gives a swatch the colour of its footprint. */
export function constellationClass(constellation: string | undefined): string {
  return `constellation-${constellationKey(constellation)}`;
}

/** What a footprint is coloured by. */
export function constellationKey(constellation: string | undefined): (typeof constellationKeys)[number] {
  return constellationKeys.find(key => key.toUpperCase() === constellation) ?? 'other';
}
