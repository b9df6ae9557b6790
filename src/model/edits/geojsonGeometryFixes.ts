/** Mends that change what a geometry is: edits of its text, or of that of the feature around it. */
import { parseTree, type Node } from 'jsonc-parser';
import type { Position } from 'geojson';
import { polygonAreaKm2 } from '../geometry/polygonArea.ts';
import { nodeAt } from '../geojson/geojsonSource.ts';
import { readRings } from './aoiPolygonFixes.ts';
import { cutAtAntimeridian } from '../geometry/ringCut.ts';
import { writtenDecimals, writtenPlace } from '../geometry/overlap.ts';
import { memberRemoval } from './listEdits.ts';
import { numberText, positionsOf, separatorOf, textOf } from './ringText.ts';
import { applyEdits, shifted, type TextEdit } from './geojsonEdit.ts';
import { itemAt } from '../itemAt.ts';

/** Cuts a Polygon at the antimeridian: a MultiPolygon then, or a Polygon that lies on one side (RFC 7946, 3.1.9). */
export function cutGeometry(text: string, geometry: Node): TextEdit[] {
  const [type, coordinates] = membersOf(geometry);
  const written = coordinates && type?.value === 'Polygon' ? readRings(coordinates) : undefined;
  if (!written) return [];
  const rings = written.map(positionsOf);
  const parts = cutAtAntimeridian(rings);
  if (!parts || parts.length === 0) return [];
  const places = new Set(rings.flat().map(writtenPlace));
  const isCut = parts.length > 1 || parts.flat(2).some(position => !places.has(writtenPlace(position)));
  return isCut ? partsEdits(text, geometry, parts) : [];
}

/**
 * Makes a Polygon one of other rings, or a MultiPolygon where they are those of several parts. Positions that stay where
 * they are keep their text, with what stands in it beside the two numbers.
 *
 * @param parts closed rings of each part, the outer one first
 */
export function partsEdits(
  text: string,
  geometry: Node,
  parts: readonly (readonly (readonly Position[])[])[],
): TextEdit[] {
  const [type, coordinates] = membersOf(geometry);
  const written = coordinates && readRings(coordinates);
  if (!type || !coordinates || !written) return [];
  const texts = new Map(written.flat().map(({ x, y, node }) => [writtenPlace([x, y]), textOf(text, node)]));
  const separator = separatorOf(text, itemAt(written, 0));
  const partTexts = parts.map(part => {
    const rings = part.map(ring => {
      const positions = ring.map(
        ([x = 0, y = 0]) =>
          texts.get(writtenPlace([x, y])) ??
          `[${numberText(x, writtenDecimals)}, ${numberText(y, writtenDecimals)}]`,
      );
      return `[${positions.join(separator)}]`;
    });
    return `[${rings.join(', ')}]`;
  });
  const isOne = partTexts.length === 1;
  return [
    ...(isOne ? [] : [replaced(type, '"MultiPolygon"')]),
    replaced(coordinates, isOne ? partTexts.join('') : `[${partTexts.join(', ')}]`),
  ];
}

/** Makes a MultiPolygon the Polygon that is its largest part. */
export function keepLargest(text: string, geometry: Node): TextEdit[] {
  const [type, coordinates] = membersOf(geometry);
  const measured = partsOf(geometry).map(part => {
    const rings = readRings(part)?.map(positionsOf) ?? [];
    return { part, areaKm2: polygonAreaKm2({ type: 'Polygon', coordinates: rings }) };
  });
  const [largest] = measured.toSorted((a, b) => b.areaKm2 - a.areaKm2);
  if (!type || !coordinates || !largest) return [];
  return [replaced(type, '"Polygon"'), replaced(coordinates, textOf(text, largest.part))];
}

/** What a MultiPolygon stands in, which decides what its parts become. */
export type Surroundings = 'feature-in-list' | 'feature' | 'list' | 'alone';

/**
 * Splits a MultiPolygon: the feature around it becomes as many features, with the same properties, the first with its
 * `id`. A feature by itself becomes a FeatureCollection, a geometry by itself a GeometryCollection.
 *
 * @param whole text of the feature, or of the geometry where it stands in no feature
 * @param separator between elements of the list around it
 */
export function splitGeometry(whole: string, surroundings: Surroundings, separator: string): TextEdit[] {
  const root = parseTree(whole, [], { allowTrailingComma: true });
  const isFeature = surroundings === 'feature' || surroundings === 'feature-in-list';
  const geometry = root && (isFeature ? nodeAt(root, ['geometry']) : root);
  const [type, coordinates] = geometry ? membersOf(geometry) : [];
  if (!root || !geometry || !type || !coordinates) return [];
  const parts = partsOf(geometry);
  if (parts.length === 0) return [];
  const copies = parts.map((part, index) =>
    applyEdits(whole, [
      replaced(type, '"Polygon"'),
      replaced(coordinates, textOf(whole, part)),
      ...(isFeature && index > 0 ? memberRemoval(whole, root, 'id') : []),
    ]),
  );
  return [{ offset: 0, length: whole.length, text: gathered(copies, surroundings, separator) }];
}

function gathered(copies: readonly string[], surroundings: Surroundings, separator: string): string {
  if (copies.length === 1) return copies.join('');
  const list = copies.join(separator);
  switch (surroundings) {
    case 'feature-in-list':
    case 'list':
      return list;
    case 'feature':
      return `{ "type": "FeatureCollection", "features": [${list}] }`;
    case 'alone':
      return `{ "type": "GeometryCollection", "geometries": [${list}] }`;
  }
}

/** The text of one geometry or feature is read by itself, and its edits are moved to where it stands. */
export function editsOfPart(
  text: string,
  range: { offset: number; length: number },
  fix: (part: string, node: Node) => TextEdit[],
): TextEdit[] {
  const part = text.slice(range.offset, range.offset + range.length);
  const node = parseTree(part, [], { allowTrailingComma: true });
  return node ? shifted(fix(part, node), range.offset) : [];
}

function membersOf(geometry: Node): [Node | undefined, Node | undefined] {
  return [nodeAt(geometry, ['type']), nodeAt(geometry, ['coordinates'])];
}

function partsOf(geometry: Node): Node[] {
  const [type, coordinates] = membersOf(geometry);
  if (type?.value !== 'MultiPolygon' || coordinates?.type !== 'array') return [];
  return coordinates.children ?? [];
}

function replaced({ offset, length }: Node, text: string): TextEdit {
  return { offset, length, text };
}
