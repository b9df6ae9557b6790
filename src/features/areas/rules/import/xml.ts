/** XML as small programs write it: with or without namespaces. Elements are found by their local names. */
import { DOMParser, type Element, type Node, ParseError } from '@xmldom/xmldom';
import { damaged, invalid, tooLarge } from './shape.ts';

/** A larger document would use too much memory: each element takes about a kilobyte. */
const maxTags = 500_000;

/** Reading is recursive. */
const maxDepth = 100;

/** The root element. Throws {@link Unreadable} with the place. @param format for messages, and the name of the root */
export function parseXmlRoot(text: string, format: 'KML' | 'GPX'): Element {
  if (hasMoreTags(text, maxTags)) throw tooLarge();
  const { declared, offset, length } = withDeclarations(text, format);
  let root: Element | null;
  try {
    root = new DOMParser({ onError: () => undefined }).parseFromString(declared, 'text/xml').documentElement;
  } catch (error) {
    const { lineNumber, columnNumber = 1 } = error instanceof ParseError ? placeIn(error) : {};
    if (lineNumber === undefined) throw damaged(format);
    const before = text.slice(0, offset);
    const isBehind =
      before.split('\n').length === lineNumber && columnNumber > offset - before.lastIndexOf('\n') + length;
    throw invalid(format, lineNumber, isBehind ? columnNumber - length : columnNumber);
  }
  if (!root) throw damaged(format);
  if (isDeeper(root, maxDepth)) throw tooLarge();
  return root;
}

const rootTags = {
  KML: /<(?:[\w.-]{1,100}:)?kml(?=[\s>/])/i,
  GPX: /<(?:[\w.-]{1,100}:)?gpx(?=[\s>/])/i,
};

/**
 * Many programs leave out the declarations of prefixes such as `xsi`, which XML requires: they are added to the root.
 *
 * @returns the offset and the length of what was added
 */
function withDeclarations(
  text: string,
  format: 'KML' | 'GPX',
): { declared: string; offset: number; length: number } {
  const root = rootTags[format].exec(text);
  if (!root) return { declared: text, offset: 0, length: 0 };
  const offset = root.index + root[0].length;
  const tag = text.slice(offset, text.indexOf('>', offset));
  const known = new Set(['xml', 'xmlns']);
  for (const [, prefix = ''] of tag.matchAll(/xmlns:([\w.-]{1,100})\s{0,9}=/g)) known.add(prefix);
  const missing = new Set<string>();
  for (const [, prefix = ''] of text.matchAll(/[<\s/]([A-Za-z_][\w.-]{0,99}):(?=[A-Za-z_])/g)) {
    if (!known.has(prefix)) missing.add(prefix);
  }
  const added = [...missing].map(prefix => ` xmlns:${prefix}="undeclared:${prefix}"`).join('');
  return { declared: text.slice(0, offset) + added + text.slice(offset), offset, length: added.length };
}

function placeIn(error: ParseError): { lineNumber?: number; columnNumber?: number } {
  return (error.locator ?? {}) as { lineNumber?: number; columnNumber?: number };
}

function isDeeper(node: Node, levels: number): boolean {
  if (levels < 0) return true;
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (isDeeper(child, levels - 1)) return true;
  }
  return false;
}

function hasMoreTags(text: string, max: number): boolean {
  let count = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    if (++count > max) return true;
  }
  return false;
}

/** The local name, whatever its prefix. */
export function localName(element: Element): string {
  return element.localName ?? element.nodeName;
}

export function childElements(parent: Element, name?: string): Element[] {
  const children: Element[] = [];
  for (let child = parent.firstChild; child; child = child.nextSibling) {
    if (child.nodeType !== child.ELEMENT_NODE) continue;
    const element = child as Element;
    if (name === undefined || localName(element) === name) children.push(element);
  }
  return children;
}

/** The trimmed text of the first child of this name, CDATA included; `undefined` if there is none, or no text. */
export function elementText(parent: Element | undefined, name: string): string | undefined {
  const [child] = parent ? childElements(parent, name) : [];
  const text = child?.textContent?.trim();
  return text === '' ? undefined : text;
}
