import { constellationColour, type MapColours } from '../base/mapColours.ts';

export interface FootprintLook {
  colours: MapColours;
  selected: readonly string[];
  hovered: string | undefined;
  /** Images whose picture is on the map: no fill lies over it. */
  pictured?: ReadonlySet<string>;
}

/** How the footprints look that do not stand out. */
export interface FaintStyle {
  colours: MapColours;
  /** Opacity of lines and of fills, from 0 to 1. */
  line: number;
  fill: number;
}

/**
 * Fills add up where outlines overlap, and lines hide the map: the more there are, the lighter each is.
 *
 * @param count how many footprints are shown
 */
export function faintStyle(colours: MapColours, count: number, isHighContrast: boolean): FaintStyle {
  const faintest = isHighContrast ? 0.6 : 0.28;
  return {
    colours,
    line: Math.max(faintest, Math.min(isHighContrast ? 1 : 0.8, 40 / count)),
    fill: visible(Math.min(0.06, 0.25 / count)),
  };
}

/** Whether footprints that were drawn in one style can stay beside some in the other. */
export function looksTheSame(a: FaintStyle, b: FaintStyle): boolean {
  return a.colours === b.colours && Math.abs(a.line - b.line) < 0.02 && Math.abs(a.fill - b.fill) < 0.004;
}

/** How a footprint looks that stands out: a line in a casing of the ground's colour, over the others. */
export interface EmphasisStyle {
  line: string;
  /** CSS pixels. */
  width: number;
  fillOpacity: number;
  fillColour: (constellation: string | undefined) => string;
  casing: string;
  /** Places in the list that get no fill. */
  bare?: ReadonlySet<number>;
}

/** @param count how many are selected */
export function selectedStyle(colours: MapColours, count: number): EmphasisStyle {
  return {
    line: colours.selected,
    width: 2.5,
    fillOpacity: visible(Math.min(0.3, 1 / count)),
    fillColour: constellation => constellationColour(colours, constellation),
    casing: colours.casing,
  };
}

/** @param colour of its constellation; `undefined` when it is selected, and has its fill already */
export function hoveredStyle(colours: MapColours, colour: string | undefined): EmphasisStyle {
  return {
    line: colour ?? colours.selected,
    width: colour === undefined ? 4 : 3.5,
    fillOpacity: colour === undefined ? 0 : 0.25,
    fillColour: () => colour ?? colours.selected,
    casing: colours.casing,
  };
}

/** Less than half a step of a channel is nothing on the screen, and is not worth drawing. */
function visible(opacity: number): number {
  return opacity < 0.5 / 255 ? 0 : opacity;
}
