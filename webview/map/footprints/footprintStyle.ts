import type { EmphasisStyle } from '../base/drawEmphasis.ts';
import type { MapColours } from '../base/mapColours.ts';

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

/** @param count how many are selected */
export function selectedStyle({ selected, casing }: MapColours, count: number): EmphasisStyle {
  return { line: selected, width: 2.5, casing, fillOpacity: visible(Math.min(0.3, 1 / count)) };
}

/** @param colour of its constellation; `undefined` when it is selected, and has its fill already */
export function hoveredStyle({ selected, casing }: MapColours, colour: string | undefined): EmphasisStyle {
  return colour === undefined
    ? { line: selected, width: 4, casing, fillOpacity: 0 }
    : { line: colour, width: 3.5, casing, fillOpacity: 0.25 };
}

/** Less than half a step of a channel is nothing on the screen, and is not worth drawing. */
function visible(opacity: number): number {
  return opacity < 0.5 / 255 ? 0 : opacity;
}
