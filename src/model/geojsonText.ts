import {
  createScanner,
  findNodeAtLocation,
  getNodeValue,
  parseTree,
  type Node,
  type ParseError,
} from 'jsonc-parser';
import type { Polygon } from 'geojson';
import { isPolygon, withoutAltitude } from './aoi.ts';
import { polygonAreaKm2 } from './geometry.ts';
import { samePath, type JsonPath } from './problem.ts';

/** A polygon that is written in a JSON text and can be used as an AOI. */
export interface PolygonInText {
  /** Of the Polygon object within the document. */
  path: JsonPath;
  /** Where the object stands that a person thinks of as the area: its feature, or the bare geometry. */
  offset: number;
  length: number;
  /** From the feature's `name`, `title` or `id`; `undefined` when it has none. */
  name: string | undefined;
  polygon: Polygon;
  areaKm2: number;
}

/** Deeper nesting is not GeoJSON that somebody wrote, and would cost without use. */
const deepest = 32;

/**
 * Every Polygon in a JSON document, wherever it is nested, in the order of the text. Broken JSON is read as far as it
 * goes; polygons that the service would not take are left out.
 */
export function findPolygons(text: string): PolygonInText[] {
  if (isTooDeep(text)) return [];
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { allowTrailingComma: true });
  const found: PolygonInText[] = [];
  if (root) visit(root, [], undefined, 0, found);
  return found;
}

/** The Polygon at a path that {@link findPolygons} gave, in a text that may have changed since. */
export function polygonAt(text: string, path: JsonPath): PolygonInText | undefined {
  return findPolygons(text).find(one => samePath(one.path, path));
}

/** Deeper than this the parser, which calls itself for every level, could run out of stack. */
const deepestParsed = 1000;

/** Whether a text must not be given to the tolerant parser. */
export function isTooDeep(text: string): boolean {
  const scanner = createScanner(text, true);
  const open: string[] = [];
  for (;;) {
    scanner.scan();
    const start = scanner.getTokenOffset();
    if (start >= text.length) return false;
    // Of strings and comments the first character is another one.
    const first = text[start];
    if (first === '{') open.push('}');
    else if (first === '[') open.push(']');
    // The parser passes over a bracket that closes nothing.
    else if (first === open.at(-1)) open.pop();
    if (open.length > deepestParsed) return true;
  }
}

function visit(node: Node, path: JsonPath, feature: Node | undefined, depth: number, found: PolygonInText[]) {
  if (depth > deepest) return;
  if (node.type === 'array') {
    node.children?.forEach((child, index) => visit(child, [...path, index], feature, depth + 1, found));
    return;
  }
  if (node.type !== 'object') return;
  const type: unknown = valueAt(node, 'type');
  if (type === 'Polygon') {
    const polygon: unknown = getNodeValue(node);
    if (isPolygon(polygon)) {
      const owner = feature ?? node;
      found.push({
        path,
        offset: owner.offset,
        length: owner.length,
        name: feature && nameOf(feature),
        polygon: withoutAltitude(polygon),
        areaKm2: polygonAreaKm2(polygon),
      });
    }
    return;
  }
  const inFeature = type === 'Feature' ? node : feature;
  // Of a member that is written twice the last one counts, as everywhere in JSON.
  const members = new Map<string, Node>();
  for (const { children: [key, value] = [] } of node.children ?? []) {
    if (!key || !value) continue;
    members.delete(key.value as string);
    members.set(key.value as string, value);
  }
  for (const [key, value] of members) visit(value, [...path, key], inFeature, depth + 1, found);
}

function nameOf(feature: Node): string | undefined {
  for (const path of [['properties', 'name'], ['properties', 'title'], ['id']]) {
    const value: unknown = findNodeAtLocation(feature, path)?.value;
    if (typeof value === 'string' && value.trim() !== '') return value;
    if (typeof value === 'number') return String(value);
  }
  return undefined;
}

function valueAt(node: Node, member: string): unknown {
  return findNodeAtLocation(node, [member])?.value;
}
