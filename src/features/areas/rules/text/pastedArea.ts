/** Areas that are pasted into JSON: where they fit, and how they are written there. */
import { parse, type ParseError } from 'jsonc-parser';
import { stringifyExact } from '../../../../base/json/exactJson.ts';
import { isDeeperThan } from '../../../../base/json/nesting.ts';
import { jsonPlaceAt } from '../../../../geo/text/jsonPlace.ts';
import type { AreasRead } from '../import/readAreas.ts';
import { type CompletionRequest, formAt } from './geojsonCompletion.ts';

/** What areas become at a place: an `area` must be a single Polygon. */
interface PastePlace {
  form: 'document' | 'feature' | 'geometry' | 'area';
  /** Whether nothing but an area fits. */
  isSure: boolean;
}

/**
 * `undefined` where no area is expected, and where the document would be invalid JSON afterwards.
 *
 * @param request with the offset of the selected text, which is replaced
 * @param end of the selected text, UTF-16 units
 */
export function pastePlace(text: string, request: CompletionRequest, end: number): PastePlace | undefined {
  const before = text.slice(0, request.offset);
  const after = text.slice(end);
  // Where a null makes valid JSON, an area does, too.
  if (!isJson(`${before}null${after}`)) return undefined;
  const place = jsonPlaceAt(before + after, request.offset);
  if (place?.word.text !== '') return undefined;
  const top = place.open.at(-1);
  if (top?.key === 'aoi' && !request.isRequest) return { form: 'geometry', isSure: false };
  const form = formAt(place, request);
  if (form === 'document') return { form, isSure: request.isGeojson };
  return form === 'feature' || form === 'geometry' || form === 'area' ? { form, isSure: true } : undefined;
}

function isJson(text: string): boolean {
  if (isDeeperThan(text)) return false;
  const errors: ParseError[] = [];
  parse(text, errors, { allowTrailingComma: true });
  return errors.length === 0;
}

/**
 * The areas of a text as JSON for a place, with a tab per level. `undefined` if they don't fit, or the text fits as it
 * is. Not the default if the text, or the place, can mean something else.
 */
export function pastedAreas(
  text: string,
  { form, isSure }: PastePlace,
  { format, areas, leftOut }: Extract<AreasRead, { kind: 'areas' }>,
): { json: string; isDefault: boolean; leftOut: number } | undefined {
  if (format === 'GeoJSON' && fitsAsJson(text, form)) return undefined;
  const features = areas.map(({ feature }) => feature);
  const polygons = features.map(({ geometry }) => geometry);
  if (form === 'area' && polygons.length > 1) return undefined;
  const coordinates = polygons.map(polygon => polygon.coordinates);
  const geometry = polygons.length === 1 ? polygons[0] : { type: 'MultiPolygon', coordinates };
  const document = { type: 'FeatureCollection', features };
  const values = form === 'feature' ? features : [form === 'document' ? document : geometry];
  // In an empty GeoJSON document, XML and WKT are never meant as they are.
  const fitsOnlySo = form === 'document' && isSure && ['KML', 'GPX', 'WKT'].includes(format);
  const isUnclear = (leftOut.length > 0 && !fitsOnlySo) || format === 'circle';
  return {
    json: values.map(value => stringifyExact(value, { indent: '\t' })).join(',\n'),
    leftOut: leftOut.length,
    isDefault: !isUnclear && (isSure || !['box', 'GeoJSON', 'TopoJSON'].includes(format)),
  };
}

function fitsAsJson(text: string, form: PastePlace['form']): boolean {
  try {
    const { type } = JSON.parse(text) as { type?: unknown };
    if (form === 'document') return true;
    if (form === 'feature') return type === 'Feature';
    return type === 'Polygon' || (type === 'MultiPolygon' && form === 'geometry');
  } catch {
    return false;
  }
}
