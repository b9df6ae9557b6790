/** The edits that add an area to a document. */
import * as l10n from '@vscode/l10n';
import type { Feature, Polygon, Position } from 'geojson';
import stringify from 'json-stringify-pretty-compact';
import type { AreaRings, AreaEdits } from './areaChange.ts';
import { usableRings } from './areaReshape.ts';
import { shifted, type TextEdit } from './geojsonEdit.ts';
import type { JsonText } from '../geojson/geojsonSource.ts';
import { insertFeatures } from './insertFeatures.ts';
import { plainNumber } from '../words/plainNumber.ts';
import { isGeometryObject } from '../geometry/geometryTypes.ts';
import { signedArea } from '../geometry/ring.ts';
import { isRecord } from '../fields.ts';

/** A document that has nothing yet. */
export function newCollection(text: string, rings: AreaRings): AreaEdits {
  const usable = usableRings(rings);
  if (typeof usable === 'string') return refused(usable);
  const collection = { type: 'FeatureCollection', features: [featureOf(text, 0, usable)] };
  const written = `${withPlainNumbers(stringify(collection))}\n`;
  return {
    kind: 'edits',
    edits: [{ offset: 0, length: text.length, text: written }],
    path: ['features', 0, 'geometry'],
  };
}

/** @param json of the text, whole */
export function addArea(text: string, json: JsonText, rings: AreaRings): AreaEdits {
  const usable = usableRings(rings);
  if (typeof usable === 'string') return refused(usable);
  const { value } = json;
  if (!isRecord(value)) return refused(noPlace());
  if (value.type === 'FeatureCollection' && Array.isArray(value.features)) {
    const count = value.features.length;
    const edits = intoCollection(text, json, count, featureOf(text, count, usable));
    return edits
      ? { kind: 'edits', edits, path: ['features', count, 'geometry'] }
      : refused(l10n.t('The features of the document are nested too deeply to add one.'));
  }
  const isFeature = value.type === 'Feature';
  if (isFeature || isGeometryObject(value)) {
    const edits = aroundAll(text, json, isFeature, featureOf(text, 1, usable));
    return { kind: 'edits', edits, path: ['features', 1, 'geometry'] };
  }
  if ('aoi' in value || isOrderOfProducts(value)) {
    return refused(
      l10n.t('An order has its AOI already: change the shape of that, or draw the area into a GeoJSON file.'),
    );
  }
  return refused(noPlace());
}

function intoCollection(
  text: string,
  json: JsonText,
  count: number,
  feature: Feature,
): TextEdit[] | undefined {
  const [list, first, last] = json.rangesOf([
    ['features'],
    ['features', 0],
    ['features', Math.max(0, count - 1)],
  ]);
  // The layout of the last feature is enough to know: those before it can be many.
  const [start, end] =
    list && first && last && count > 1 ? [list.offset + 1, lineBreakBefore(text, last.offset)] : [0, 0];
  const change = insertFeatures(text.slice(0, start) + text.slice(end), [feature]);
  return change && shifted([{ ...change, text: withPlainNumbers(change.text) }], end - start);
}

/** Where the line break stands that an element begins its line with, or where the element stands. */
function lineBreakBefore(text: string, offset: number): number {
  const space = /\r?\n[ \t]*$/.exec(text.slice(Math.max(0, offset - 1000), offset))?.[0] ?? '';
  return offset - space.length;
}

/** Makes the document, a Feature or a geometry, the first feature of a collection; its text stays. */
function aroundAll(text: string, json: JsonText, isFeature: boolean, feature: Feature): TextEdit[] {
  const [range] = json.rangesOf([[]]);
  if (!range) return [];
  const end = range.offset + range.length;
  const isInLines = text.slice(range.offset, end).includes('\n');
  const eol = text.includes('\r\n') ? '\r\n' : '\n';
  const indent = /\n([ \t]+)/.exec(text.slice(range.offset, end))?.[1] ?? '  ';
  const [head, tail] = isFeature ? ['', ''] : ['{ "type": "Feature", "properties": {}, "geometry": ', ' }'];
  const written = withPlainNumbers(isInLines ? stringify(feature, { indent }) : JSON.stringify(feature));
  const [before, after] = isInLines
    ? [`{\n${indent}"type": "FeatureCollection",\n${indent}"features": [\n`, `,\n${written}\n${indent}]\n}`]
    : ['{ "type": "FeatureCollection", "features": [', `, ${written}] }`];
  return [
    { offset: range.offset, length: 0, text: before.replaceAll('\n', eol) + head },
    { offset: end, length: 0, text: tail + after.replaceAll('\n', eol) },
  ];
}

/** @param count how many areas the document has at least */
function featureOf(text: string, count: number, rings: readonly Position[][]): Feature<Polygon> {
  let number = count + 1;
  let name = l10n.t('Area {0}', number);
  while (text.includes(JSON.stringify(name))) name = l10n.t('Area {0}', ++number);
  // RFC 7946 (3.1.6): the outer ring counter-clockwise, holes clockwise.
  const coordinates = rings.map((ring, index) =>
    signedArea(ring) > 0 === (index === 0) ? ring : ring.toReversed(),
  );
  return { type: 'Feature', properties: { name }, geometry: { type: 'Polygon', coordinates } };
}

/** The engine writes small numbers with an exponent. */
function withPlainNumbers(json: string): string {
  return json.replace(/(?<=[[\s,])-?[\d.]+e-\d+(?=[\s,\]])/g, number => plainNumber(Number(number)));
}

function isOrderOfProducts({ products }: Record<string, unknown>): boolean {
  return Array.isArray(products) && products.some(product => isRecord(product) && 'aoi' in product);
}

function noPlace(): string {
  return l10n.t(
    'An area can be added to a FeatureCollection, a Feature, a geometry or an empty document, and this is none of them: draw the area into another document.',
  );
}

function refused(reason: string): AreaEdits {
  return { kind: 'refused', reason };
}
