/** Hovers for the values of an order: what they mean, and what they don't match. */
import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { getLocation } from 'jsonc-parser';
import { isRecord } from '../../../base/fields.ts';
import type { JsonPath } from '../../../base/problem.ts';
import { areaText } from '../../../base/words/areaText.ts';
import { checkAoi } from '../../../geo/aoi.ts';
import { isPolygon } from '../../../geo/aoiRings.ts';
import { polygonAreaKm2 } from '../../../geo/polygonArea.ts';
import { crsName, isAllowedEpsg, parseCrsCode, utmEpsg } from '../../../geo/projection.ts';
import { readJson, type TextRange, valueAt } from '../../../geo/text/geojsonSource.ts';
import type { Image } from '../../../service/rules/imagery.ts';
import { bodyImageIds, type Members } from '../../../service/rules/orderContents.ts';
import type { OrderContext } from './checkOrder.ts';
import { imageTexts } from './imageText.ts';
import { orderedAreas, orderedAreasText } from './orderedAreas.ts';
import { notHereText, proposedValues } from './proposedValues.ts';

export interface OrderHover {
  range: TextRange;
  /** Plain text, one paragraph each. */
  lines: string[];
}

/**
 * For the key or the value at an offset. The schema describes the members, and the editor shows it as well; so there is
 * nothing here for what only the user knows.
 */
export function orderHover(text: string, offset: number, context: OrderContext): OrderHover | undefined {
  const body = readJson(text)?.value;
  if (!isRecord(body)) return undefined;
  const { path, previousNode: node } = getLocation(text, offset);
  if (!node || offset < node.offset || offset > node.offset + node.length) return undefined;
  const lines = hoverLines(path, body, context).filter(line => line !== '');
  return lines.length > 0 ? { range: { offset: node.offset, length: node.length }, lines } : undefined;
}

function hoverLines(path: JsonPath, body: Members, context: OrderContext): string[] {
  const value = valueAt(body, path);
  const isProduct = path[0] === 'products';
  const name = isProduct ? path[2] : path[0];
  const depth = isProduct ? 3 : 1;
  if (isProduct && path.length === 1) return [orderedAreasText(orderedAreas(body)) ?? ''];
  if (name === 'imageIds' && path.length === 2) return imageLines(value, context);
  if (path.length !== depth) return [];
  switch (name) {
    case 'imageIds':
      return bodyImageIds({ imageIds: value }).map(id => imageLines(id, context).join(' · '));
    case 'id':
      return isProduct ? imageLines(value, context) : [];
    case 'aoi':
      return isPolygon(value) ? [sizeLine(value), zoneLine(utmEpsg(value))] : [];
    case 'crsCode':
      return crsLines(value, path, body, context);
    default:
      return valueLines(path, body, context);
  }
}

/** The same text as in the completions. */
function valueLines(path: JsonPath, body: Members, context: OrderContext): string[] {
  const value = valueAt(body, path);
  // Also for a value that doesn't match.
  const known = [...proposedValues(path, body, context), ...proposedValues(path, withoutImages(body), {})];
  const found = known.find(proposal => proposal.value === value);
  if (!found) return [];
  const { detail, documentation = [], whyNot } = found;
  const lines = [detail, ...documentation];
  return [
    // Omit a line that the next line repeats.
    ...lines.filter((line, index) => !lines[index + 1]?.startsWith(line)),
    ...(whyNot === undefined ? [] : [notHereText(whyNot)]),
  ];
}

/** Every value is possible if nothing is known of the images. */
function withoutImages(body: Members): Members {
  const products: readonly unknown[] = Array.isArray(body.products) ? body.products : [];
  return { ...body, products: products.map(() => ({})) };
}

function imageLines(id: unknown, { imageById, chosen = [] }: OrderContext): string[] {
  if (typeof id !== 'string' || id === '') return [];
  const image: Image | undefined = imageById?.(id);
  if (!image) return [l10n.t('Unknown image: it is not in a search of this window.')];
  return [imageTexts(image).join(' · '), ...(chosen.includes(id) ? [l10n.t('selected on the map')] : [])];
}

function crsLines(value: unknown, path: JsonPath, body: Members, context: OrderContext): string[] {
  const epsg = typeof value === 'string' ? parseCrsCode(value) : undefined;
  if (epsg === undefined || !isAllowedEpsg(epsg)) return [];
  const [best] = proposedValues(path, body, context);
  return [crsName(epsg), ...(best && best.value !== value ? [String(best.value), best.detail] : [])];
}

/** Empty where the shape is at fault, such as a ring that crosses itself: its size is none that anyone means. */
function sizeLine(polygon: Polygon): string {
  const isFaulty = checkAoi(polygon).some(({ severity }) => severity === 'error');
  return isFaulty ? '' : areaText(polygonAreaKm2(polygon));
}

function zoneLine(zone: number | undefined): string {
  return zone === undefined ? l10n.t('Outside the UTM latitudes') : `${crsName(zone)} (EPSG:${zone})`;
}
