/** Completions for writing an area of interest. */
import * as l10n from '@vscode/l10n';
import type { TextRange } from '../../../../geo/text/geojsonSource.ts';
import {
  escaped,
  filterFor,
  type JsonPlace,
  jsonPlaceAt,
  type OpenValue,
} from '../../../../geo/text/jsonPlace.ts';
import type { Bounds } from '../import/typedArea.ts';
import { type AreaForm, boxSnippet, squareAround, templateSnippet } from './areaSnippet.ts';

export interface CompletionRequest {
  /** UTF-16 units. */
  offset: number;
  /** The document is known to be GeoJSON, so that members suffice while a `type` is missing. */
  isGeojson: boolean;
  /** In an order or a search, areas are only allowed in `aoi` members, and must be Polygons. */
  isRequest?: boolean | undefined;
  /** The character just typed, when completion wasn't requested: only sure matches are offered then. */
  typed?: string | undefined;
  /** The map's extent, degrees; longitudes can extend beyond ±180. */
  extent?: Bounds | undefined;
}

export interface GeojsonCompletion {
  kind: 'area' | 'close' | 'name';
  label: string;
  detail: string;
  /** For the editor: with tab stops, and a tab per level. */
  snippet: string;
  range: TextRange;
  /** The text that the editor matches with the range. */
  filterText: string;
  commaAt: number | undefined;
  isPreselected: boolean;
}

/** Side length of the box around the center, km. */
const boxSideKm = 5;

/**
 * Completions at a place of a document, which may be broken. None in other JSON unless "aoi" is being typed, and none
 * in a number that is being typed.
 */
export function completeGeojson(text: string, request: CompletionRequest): GeojsonCompletion[] {
  const place = jsonPlaceAt(text, request.offset);
  if (!place) return [];
  return [
    ...completeName(place, request),
    ...completeRing(text, place, request),
    ...completeArea(text, place, request),
  ];
}

function completeArea(text: string, place: JsonPlace, request: CompletionRequest): GeojsonCompletion[] {
  const form = formAt(place, request);
  if (!form || (request.typed !== undefined && !isOfferedUnasked(form, request.typed))) return [];
  const top = place.open.at(-1);
  const isElement = top?.kind === 'array';
  // Between a key and the next value, or in front of another element, there must be space for one.
  if (!isElement && place.behind === 'value' && !isKeyBelow(text, place)) return [];
  const isFollowed = place.behind === 'value' && form !== 'document';
  const { extent } = request;
  const around = extent && squareAround(extent, boxSideKm);
  const offered = (label: string, detail: string, snippet: string | undefined): GeojsonCompletion[] => {
    if (snippet === undefined) return [];
    const text = placed(place, request.offset, label, isFollowed ? `${snippet},` : snippet);
    return [{ kind: 'area', label, detail, ...text, isPreselected: false }];
  };
  return [
    ...offered(l10n.t('AOI: map extent'), boundsText(extent), extent && boxSnippet(form, extent)),
    ...offered(
      l10n.t('AOI: box around the map center, {0} km', boxSideKm),
      boundsText(around),
      around && boxSnippet(form, around),
    ),
    ...offered(l10n.t('AOI: template'), '', templateSnippet(form)),
  ];
}

function boundsText(bounds: Bounds | undefined): string {
  return bounds?.map(degrees => String(Math.round(degrees * 1e4) / 1e4)).join(', ') ?? '';
}

/** Whether another line with a key follows: a member whose comma is still missing. */
function isKeyBelow(text: string, { word }: JsonPlace): boolean {
  return /^[ \t]*\r?\n\s*"/.test(text.slice(word.offset + word.length));
}

/** A new list or a colon: inside coordinates, numbers are being typed. */
function isOfferedUnasked(form: AreaForm, typed: string): boolean {
  if (typed === '[') return form === 'feature';
  return typed === ':' && (form === 'geometry' || form === 'polygon' || form === 'multiPolygon');
}

/** What an area at a place is written as; `undefined` where none is expected. */
export function formAt(place: JsonPlace, request: CompletionRequest): AreaForm | undefined {
  if (!canGiveWay(place.word.text)) return undefined;
  const form = formOfPlace(place, request);
  if (request.isRequest) return form ?? (isAoiOfRequest(place) ? 'area' : undefined);
  return form ?? (isAskedFor(place) ? 'geometry' : undefined);
}

function formOfPlace({ open, hasRoot, behind }: JsonPlace, request: CompletionRequest): AreaForm | undefined {
  const top = open.at(-1);
  if (!top) return !hasRoot && behind === 'end' && !request.isRequest ? 'document' : undefined;
  if (top.kind === 'object') {
    return top.key === undefined || top.hasValue ? undefined : formOfMember(top, top.key, request);
  }
  const owner = innermostObject(open);
  if (owner?.value.key === 'features' && owner.depth === 1) {
    return hasType(owner.value, ['FeatureCollection'], request) ? 'feature' : undefined;
  }
  if (top.count > 0 || !owner || !isAreaWithCoordinates(owner.value, request)) return undefined;
  switch (ringDepth(owner.value) - owner.depth) {
    case 0:
      return 'positions';
    case 1:
      return 'ring';
    case 2:
      return 'polygon';
    default:
      return undefined;
  }
}

/** At the top level of an analytic order and of a search; in each product of a product order. */
function isAoiOfRequest({ open }: JsonPlace): boolean {
  const top = open.at(-1);
  const isProduct = open.length === 3 && open[0]?.key === 'products' && open[1]?.kind === 'array';
  return top?.key === 'aoi' && !top.hasValue && (open.length === 1 || isProduct);
}

/** "aoi" is being typed where a value is expected: valid JSON never starts like this. */
function isAskedFor({ open, word }: JsonPlace): boolean {
  const top = open.at(-1);
  if (!top || !/^(?:a|ao|aoi.*)$/i.test(word.text)) return false;
  return top.kind === 'array' || (top.key !== undefined && !top.hasValue);
}

function formOfMember(owner: OpenValue, key: string, request: CompletionRequest): AreaForm | undefined {
  if (key === 'geometry') return hasType(owner, ['Feature'], request) ? 'geometry' : undefined;
  if (key !== 'coordinates' || !isAreaWithCoordinates(owner, request)) return undefined;
  return owner.type === 'MultiPolygon' ? 'multiPolygon' : 'polygon';
}

/** An unfinished or empty value: a word, `null` or an empty string. */
function canGiveWay(word: string): boolean {
  return !/^[-\d]/.test(word) && word !== 'true' && word !== 'false';
}

/** The innermost open object, and the number of open lists inside it. */
function innermostObject(open: readonly OpenValue[]): { value: OpenValue; depth: number } | undefined {
  const index = open.findLastIndex(({ kind }) => kind === 'object');
  const value = open[index];
  return value && { value, depth: open.length - 1 - index };
}

function hasType({ type }: OpenValue, types: readonly string[], { isGeojson }: CompletionRequest): boolean {
  return type === undefined ? isGeojson : types.includes(type);
}

function isAreaWithCoordinates(owner: OpenValue, request: CompletionRequest): boolean {
  return owner.key === 'coordinates' && hasType(owner, ['Polygon', 'MultiPolygon'], request);
}

function ringDepth({ type }: OpenValue): number {
  return type === 'MultiPolygon' ? 3 : 2;
}

function isRing({ value, depth }: { value: OpenValue; depth: number }): boolean {
  // Without a type, the depth of the positions decides.
  return depth === ringDepth(value) || (value.type === undefined && depth === 3);
}

/** If a ring has no more positions after the place: its first one. */
function completeRing(text: string, place: JsonPlace, request: CompletionRequest): GeojsonCompletion[] {
  const ring = place.open.at(-1);
  const owner = innermostObject(place.open);
  if (request.typed !== undefined || ring?.kind !== 'array' || !owner) return [];
  const { first, last, lists, count } = ring;
  if (!first || !last || lists < 3 || lists !== count || place.behind === 'value') return [];
  if (place.behind === 'comma' || !canGiveWay(place.word.text)) return [];
  if (!isAreaWithCoordinates(owner.value, request) || !isRing(owner)) return [];
  if ([0, 1].every(at => first.numbers[at] === last.numbers[at])) return [];
  const label = l10n.t('Close ring');
  const position = text.slice(first.offset, first.offset + first.length);
  const isOwnLine = /^[ \t]*$/.test(text.slice(text.lastIndexOf('\n', last.offset - 1) + 1, last.offset));
  return [
    {
      kind: 'close',
      label,
      detail: position.replace(/\s+/g, ' '),
      ...placed(place, request.offset, label, escaped(position), isOwnLine ? '\n' : ' '),
      isPreselected: true,
    },
  ];
}

/** `name` is the display name of areas, in lists and on the map. */
function completeName(place: JsonPlace, request: CompletionRequest): GeojsonCompletion[] {
  const top = place.open.at(-1);
  const inMembers = top?.key === undefined && top?.hasValue === false;
  const feature = inMembers ? place.open.at(-2) : top;
  if (top?.kind !== 'object' || feature?.kind !== 'object' || feature.key !== 'properties') return [];
  if (!hasType(feature, ['Feature'], request) || !canGiveWay(place.word.text)) return [];
  if (inMembers ? top.keys.includes('name') : feature.hasValue || place.behind === 'value') return [];
  if (request.typed !== undefined && request.typed !== (inMembers ? '"' : ':')) return [];
  const member = '"name": "${1:Area}"';
  const inside = place.behind === 'colon' ? '"name"' : place.behind === 'value' ? `${member},` : member;
  const label = 'name';
  return [
    {
      kind: 'name',
      label,
      detail: l10n.t('name of the area in lists and on the map'),
      ...placed(place, request.offset, label, inMembers ? inside : `{ ${member} }`),
      isPreselected: false,
    },
  ];
}

/**
 * Replaces the word at the place, with a comma before it if the preceding element has none.
 *
 * @param gap between that comma and the text, if both are inserted at the same place
 */
function placed(
  place: JsonPlace,
  offset: number,
  label: string,
  snippet: string,
  gap = ' ',
): Pick<GeojsonCompletion, 'snippet' | 'range' | 'filterText' | 'commaAt'> {
  const { open, word } = place;
  const top = open.at(-1);
  const lacksComma = top?.kind === 'array' && top.hasValue;
  const isTouching = lacksComma && top.lastEnd === word.offset;
  return {
    snippet: isTouching ? `,${gap}${snippet}` : snippet,
    range: { offset: word.offset, length: word.length },
    filterText: filterFor(place, label),
    commaAt: lacksComma && !isTouching && offset >= top.lastEnd ? top.lastEnd : undefined,
  };
}
