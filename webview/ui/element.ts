import { shownText, shownTooltip } from '../../src/model/words/shownText.ts';

/** Attributes that are read to a person. */
const spokenAttributes = ['title', 'aria-label', 'aria-valuetext', 'placeholder', 'alt'];

/**
 * Builds an element; strings become text nodes, so nothing that is shown is ever read as HTML, and they are made fit
 * for the screen: the texts of the service and of files are among them.
 */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) setAttribute(made, name, value);
  made.append(...children.map(child => (typeof child === 'string' ? shownText(child) : child)));
  return made;
}

/** Writes only on a change: an unchanged text must not wake a screen reader or a layout. */
export function setText(target: HTMLElement, text: string): void {
  const shown = shownText(text);
  if (target.textContent !== shown) target.textContent = shown;
}

/** What the pointer reads over an element; an empty text is none. */
export function setTitle(target: HTMLElement, text: string): void {
  target.title = shownTooltip(text);
}

/** Writes only on a change, as {@link setText} does. */
export function setAttribute(target: HTMLElement, name: string, value: string): void {
  const shown = spokenAttributes.includes(name) ? shownTooltip(value) : value;
  if (target.getAttribute(name) !== shown) target.setAttribute(name, shown);
}

/** A small line icon, 16 × 16; `path` is SVG path data. Drawn in the text colour. */
export function icon(path: string): SVGSVGElement {
  const namespace = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(namespace, 'svg');
  svg.setAttribute('viewBox', '0 0 16 16');
  svg.setAttribute('aria-hidden', 'true');
  svg.setAttribute('class', 'icon');
  const line = document.createElementNS(namespace, 'path');
  line.setAttribute('d', path);
  svg.append(line);
  return svg;
}
