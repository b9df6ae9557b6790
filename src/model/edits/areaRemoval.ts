/** The edits that take an area out of a document. */
import * as l10n from '@vscode/l10n';
import type { AreaEdits } from './areaChange.ts';
import type { TextEdit } from './geojsonEdit.ts';
import type { JsonText } from '../geojson/geojsonSource.ts';
import { removeRun } from './listEdits.ts';
import type { JsonPath } from '../problem.ts';
import { valueAt } from '../json/valueAt.ts';
import { isRecord } from '../fields.ts';

const emptyCollection = '{ "type": "FeatureCollection", "features": [] }';

/** @param json of the text, whole */
export function removeArea(text: string, json: JsonText, path: JsonPath): AreaEdits {
  const polygon = valueAt(json.value, path);
  if (!isRecord(polygon) || polygon.type !== 'Polygon') {
    return refused(l10n.t('There is no Polygon any more where the area was: there is nothing to remove.'));
  }
  if (isOrderAoi(json.value, path)) {
    return refused(l10n.t('An order needs its AOI: change its shape instead.'));
  }
  const ownerPath = path.slice(0, -1);
  const owner = valueAt(json.value, ownerPath);
  const isInFeature = path.at(-1) === 'geometry' && isRecord(owner) && owner.type === 'Feature';
  if (path.length === 0 || (isInFeature && ownerPath.length === 0)) {
    return removed(replaced(json, [], emptyCollection));
  }
  if (isInFeature && isListOf(json, ownerPath, 'FeatureCollection', 'features')) {
    return removed(fromList(text, json, ownerPath));
  }
  if (isListOf(json, path, 'GeometryCollection', 'geometries')) return removed(fromList(text, json, path));
  if (isInFeature) return removed(replaced(json, path, 'null'));
  return refused(
    l10n.t(
      'The area is part of JSON that is no GeoJSON, which may need it: take it out in the text, or change its shape.',
    ),
  );
}

/** Specification: `aoi` of the Analytic order body, `products[].aoi` of the Product order body. */
function isOrderAoi(document: unknown, path: JsonPath): boolean {
  if (!isRecord(document)) return false;
  return path[0] === 'aoi' || (path[0] === 'products' && path[2] === 'aoi');
}

function isListOf(json: JsonText, path: JsonPath, type: string, member: string): boolean {
  const collection = valueAt(json.value, path.slice(0, -2));
  return path.at(-2) === member && isRecord(collection) && collection.type === type;
}

function fromList(text: string, json: JsonText, path: JsonPath): TextEdit[] {
  const listPath = path.slice(0, -1);
  const list = valueAt(json.value, listPath);
  const index = Number(path.at(-1));
  const around = [index - 1, index, index + 1];
  const [range, ...ranges] = json.rangesOf([listPath, ...around.map(one => [...listPath, one])]);
  if (!range || !Array.isArray(list)) return [];
  const rangeOf = (one: number) => ranges[one - index + 1];
  return removeRun({ text, count: list.length, range, rangeOf }, index, index + 1);
}

function replaced(json: JsonText, path: JsonPath, text: string): TextEdit[] {
  return json.rangesOf([path]).flatMap(range => (range ? [{ ...range, text }] : []));
}

function removed(edits: TextEdit[]): AreaEdits {
  return { kind: 'edits', edits, path: undefined };
}

function refused(reason: string): AreaEdits {
  return { kind: 'refused', reason };
}
