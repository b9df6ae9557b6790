import { type ReadonlySignal, signal } from '@preact/signals-core';

/**
 * Colors for canvases. They are declared in `theme.css` from the editor's theme, so that the map always matches the
 * page around it; this reads their values in the current theme.
 */
const names = [
  ...(['sea', 'land', 'coast', 'border', 'casing', 'aoi', 'report', 'selected'] as const),
  ...(['pneo', 'phr', 'spot', 'other'] as const),
];

export type MapColors = Readonly<Record<(typeof names)[number], string>>;

/** Follows the theme: the editor updates the body's classes, and sets the theme's variables on the root element. */
export function watchMapColors(): ReadonlySignal<MapColors> {
  const read = (): MapColors => readColors('--swath-', names);
  const colors = signal(read());
  const observer = new MutationObserver(() => {
    const next = read();
    if (JSON.stringify(next) !== JSON.stringify(colors.peek())) colors.value = next;
  });
  observer.observe(document.body, { attributeFilter: ['class', 'data-vscode-theme-id'] });
  observer.observe(document.documentElement, { attributeFilter: ['style'] });
  return colors;
}

/** The values of CSS variables in the current theme, by name without `prefix`. */
export function readColors<Name extends string>(prefix: string, all: readonly Name[]) {
  const style = getComputedStyle(document.body);
  const read = all.map(name => [name, style.getPropertyValue(`${prefix}${name}`).trim()]);
  return Object.fromEntries(read) as Readonly<Record<Name, string>>;
}

/** Constellations in the catalog have their own colors; `other` is for future ones. */
export const constellationKeys = ['pneo', 'phr', 'spot', 'other'] as const;

export function constellationColor(colors: MapColors, constellation: string | undefined): string {
  return colors[constellationKey(constellation)];
}

export function swatchStyle(constellation: string | undefined) {
  return { borderColor: `var(--swath-${constellationKey(constellation)})` };
}

export function constellationKey(constellation: string | undefined): (typeof constellationKeys)[number] {
  return constellationKeys.find(key => key.toUpperCase() === constellation) ?? 'other';
}
