import { signal, type ReadonlySignal } from '@preact/signals-core';

/**
 * Colours for what is drawn on canvases. They are declared in `theme.css` from the editor's theme, so that
 * the map and the page around it cannot differ; this reads what they come to under the theme in force.
 */
const names = [
  ...(['sea', 'land', 'coast', 'border', 'casing', 'aoi', 'report', 'selected'] as const),
  ...(['pneo', 'phr', 'spot', 'other'] as const),
];

export type MapColours = Readonly<Record<(typeof names)[number], string>>;

/** Follows the theme: the editor marks the body, and writes the theme's variables onto the root element. */
export function watchMapColours(): ReadonlySignal<MapColours> {
  const read = (): MapColours => readColours('--swath-', names);
  const colours = signal(read());
  const observer = new MutationObserver(() => {
    const next = read();
    if (JSON.stringify(next) !== JSON.stringify(colours.peek())) colours.value = next;
  });
  observer.observe(document.body, { attributeFilter: ['class', 'data-vscode-theme-id'] });
  observer.observe(document.documentElement, { attributeFilter: ['style'] });
  return colours;
}

/** What variables of the style sheets come to under the theme in force, by their names without `prefix`. */
export function readColours<Name extends string>(prefix: string, all: readonly Name[]) {
  const style = getComputedStyle(document.body);
  const read = all.map(name => [name, style.getPropertyValue(`${prefix}${name}`).trim()]);
  return Object.fromEntries(read) as Readonly<Record<Name, string>>;
}

/** Those of the catalogue have colours of their own; `other` is for what it has next. */
export const constellationKeys = ['pneo', 'phr', 'spot', 'other'] as const;

export function constellationColour(colours: MapColours, constellation: string | undefined): string {
  return colours[constellationKey(constellation)];
}

export function swatchStyle(constellation: string | undefined) {
  return { borderColor: `var(--swath-${constellationKey(constellation)})` };
}

export function constellationKey(constellation: string | undefined): (typeof constellationKeys)[number] {
  return constellationKeys.find(key => key.toUpperCase() === constellation) ?? 'other';
}
