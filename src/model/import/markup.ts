/** KML (OGC 12-007r2) and GPX 1.1: both are XML, with longitude and latitude in WGS 84. */
import { gpx, kml } from '@tmcw/togeojson';
import * as l10n from '@vscode/l10n';
import { DOMParser, ParseError, type Node } from '@xmldom/xmldom';
import type { FeatureCollection, GeoJsonProperties, Geometry } from 'geojson';
import { wgs84 } from './crs.ts';
import { damaged, invalid, nameAmong, tooLarge, Unreadable, type Shape } from './shape.ts';

/** The format of a text, by its root element; `undefined` for other XML. */
export function markupFormat(text: string): 'kml' | 'gpx' | undefined {
  const root = /<(?:[\w-]+:)?(kml|gpx)[\s>/]/i.exec(text.slice(0, 10_000))?.[1];
  return root === undefined ? undefined : root.toLowerCase() === 'kml' ? 'kml' : 'gpx';
}

/** A larger document would use too much memory: each element takes about a kilobyte. */
const mostTags = 500_000;

/** For each element, the reader searches everything inside it. */
const deepestElement = 100;

/** The shapes of a KML or GPX text. Tracks and paths that return to their start are areas. */
export function readMarkup(text: string, format: 'kml' | 'gpx'): Shape[] {
  if (hasMoreTags(text, mostTags)) throw tooLarge();
  const { features } = parsed(text, format);
  return features.map(({ geometry, properties }, index) => ({
    place: l10n.t('feature {0}', index + 1),
    name: nameAmong(properties),
    geometry,
    properties: described(properties),
    crs: wgs84,
    closesLines: true,
  }));
}

/** Leaves out styles and times, which say nothing about an area. */
function described(properties: GeoJsonProperties): GeoJsonProperties {
  const description: unknown = properties?.description ?? properties?.desc;
  return typeof description === 'string' && description.trim() !== ''
    ? { description: description.trim() }
    : {};
}

function parsed(text: string, format: 'kml' | 'gpx'): FeatureCollection<Geometry | null> {
  try {
    // Files of small programs often use undeclared prefixes: only errors that break the document matter.
    const document = new DOMParser({ onError: () => undefined }).parseFromString(text, 'text/xml');
    if (isDeeper(document, deepestElement)) throw tooLarge();
    return format === 'kml' ? kml(document) : gpx(document);
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    const { lineNumber, columnNumber } = error instanceof ParseError ? placeIn(error) : {};
    throw lineNumber === undefined
      ? damaged(format.toUpperCase())
      : invalid(format.toUpperCase(), lineNumber, columnNumber ?? 1);
  }
}

/** Recursion is limited to this many levels. */
function isDeeper(node: Node, levels: number): boolean {
  if (levels < 0) return true;
  for (let child = node.firstChild; child; child = child.nextSibling) {
    if (isDeeper(child, levels - 1)) return true;
  }
  return false;
}

function hasMoreTags(text: string, most: number): boolean {
  let count = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at + 1)) {
    if (++count > most) return true;
  }
  return false;
}

function placeIn(error: ParseError): { lineNumber?: number; columnNumber?: number } {
  return (error.locator ?? {}) as { lineNumber?: number; columnNumber?: number };
}

/** Decodes text in the encoding given by its first bytes or its XML declaration; otherwise UTF-8. */
export function decoded(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 200));
  if (head.startsWith('\u00ff\u00fe')) return new TextDecoder('utf-16le').decode(bytes);
  if (head.startsWith('\u00fe\u00ff')) return new TextDecoder('utf-16be').decode(bytes);
  const declared = /^\s*<\?xml[^>]*encoding=["']([\w-]+)["']/.exec(head)?.[1];
  try {
    return new TextDecoder(declared ?? 'utf-8').decode(bytes);
  } catch {
    throw new Unreadable(
      l10n.t('The encoding "{0}" is not supported. Save the text as UTF-8.', declared ?? ''),
    );
  }
}
