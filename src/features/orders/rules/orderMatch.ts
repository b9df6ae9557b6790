/** Whether an order of the service is the result of a body that was sent without a clear response. */
import type { Polygon, Position } from 'geojson';
import { listOrNone } from '../../../base/fields.ts';
import { stableText } from '../../../base/json/stableText.ts';
import { dayMs, parseMoment } from '../../../base/words/moment.ts';
import { isPolygon } from '../../../geo/aoiRings.ts';
import { boundingBox } from '../../../geo/box.ts';
import { meantEpsg } from '../../../geo/projection.ts';
import type { Order } from '../../../service/rules/order.ts';
import {
  bodyAois,
  bodyImageIds,
  type Members,
  membersOrNone,
  orderImageIds,
} from '../../../service/rules/orderContents.ts';
import type { MemberName } from '../../../service/rules/orderMembers.ts';

export interface SentOrder {
  body: Members;
  /** ISO 8601, UTC. */
  at: string;
}

export type Difference = 'kind' | 'time' | 'reference' | 'title' | 'images' | 'aoi' | 'options';

/**
 * `same`: the images and the AOIs are reported and match those sent, and nothing else differs. `maybe`: nothing
 * differs, but the service doesn't report enough.
 */
export type OrderMatch = 'same' | 'maybe' | 'no';

type ReportedOrder = Pick<Order, 'kind' | 'title' | 'customerRef' | 'createdAt' | 'payload' | 'deliveries'>;

/** Maximum difference between the clocks of this machine and the service, milliseconds. */
export const clockSkewMs = 10 * 60_000;

/** What the service doesn't report counts neither for nor against an order. */
export function matchOrder(order: ReportedOrder, sent: SentOrder): OrderMatch {
  if (orderDifferences(order, sent).length > 0) return 'no';
  const reported = reportedParts(order);
  const tellsAll =
    tellsAllImages(order, sent) &&
    reported.length > 0 &&
    aoisAgree(reported, sent.body) === 'same' &&
    partsAgree(order, sent.body) === 'same';
  return tellsAll ? 'same' : 'maybe';
}

/**
 * Whether the names that the user gave it, a title or a reference, aren't reported: the order can be someone else's.
 */
export function leavesNamesOpen(
  { title, customerRef }: Pick<Order, 'title' | 'customerRef'>,
  { body }: SentOrder,
): boolean {
  const isOpen = (reported: string | undefined, sent: unknown) =>
    reported === undefined && typeof sent === 'string';
  return isOpen(title, body.title) || isOpen(customerRef, body.customerRef);
}

export function orderDifferences(order: ReportedOrder, { body, at }: SentOrder): Difference[] {
  const reported = reportedParts(order);
  const found: [Difference, boolean][] = [
    ['kind', order.kind !== undefined && order.kind !== body.kind],
    ['time', wasBefore(order.createdAt, at)],
    ['reference', differs(order.customerRef, body.customerRef)],
    // A service may name an order that was sent without a title.
    ['title', differs(order.title, body.title)],
    ['images', namesOtherImages(order, body)],
    ['aoi', aoisAgree(reported, body) === 'no'],
    ['options', partsAgree(order, body) === 'no'],
  ];
  return found.flatMap(([what, isSo]) => (isSo ? [what] : []));
}

/** Both are texts, and they differ. A blank one is none: the service may name the order. */
function differs(reported: string | undefined, sent: unknown): boolean {
  const isNamed = typeof sent === 'string' && sent.trim() !== '';
  return isNamed && reported !== undefined && reported.trim() !== sent.trim();
}

/** Not known for a time that can't be read; a date without a time lasts until its end. */
function wasBefore(createdAt: string | undefined, at: string): boolean {
  const created = parseMoment(createdAt);
  const sent = parseMoment(at);
  if (!created || !sent) return false;
  return created.time + (created.isDay ? dayMs : 0) < sent.time - clockSkewMs;
}

/** What was ordered, according to the service: its echo of the body, or else what each delivery was ordered with. */
function reportedParts({ payload, deliveries }: Pick<Order, 'payload' | 'deliveries'>): Members[] {
  const ofBody = payload && bodyParts(payload);
  if (ofBody && ofBody.length > 0) return ofBody;
  return deliveries.flatMap(({ datas }) => (datas ? [datas] : []));
}

/** The parts of a body that have their own AOI and options: its products, or the report. */
function bodyParts(body: Members): Members[] {
  const products = listOrNone(body.products).map(membersOrNone);
  if (products.length > 0) return products;
  return 'aoi' in body || 'analytic' in body || 'imageIds' in body ? [body] : [];
}

function tellsAllImages(order: ReportedOrder, { body }: SentOrder): boolean {
  const reported = new Set(orderImageIds(order));
  return bodyImageIds(body).every(id => reported.has(id));
}

/** The echo of a body names all images; deliveries may name some of them. */
function namesOtherImages(order: ReportedOrder, body: Members): boolean {
  const sent = new Set(bodyImageIds(body));
  const reported = new Set(orderImageIds(order));
  if ([...reported].some(id => !sent.has(id))) return true;
  const isEcho = bodyImageIds(order.payload ?? {}).length > 0;
  return isEcho && [...sent].some(id => !reported.has(id));
}

/**
 * Maximum number of pairs of AOIs or parts, and of their positions, to compare. Beyond that, items with
 * different text count as `maybe`: a service can report thousands of products, each unlike all of those sent.
 */
const limits = { pairs: 250_000, positions: 5_000_000 };

function canCompare(
  reported: readonly (Polygon | undefined)[],
  sent: readonly (Polygon | undefined)[],
): boolean {
  const positions = positionTotal(reported) * sent.length + positionTotal(sent) * reported.length;
  return reported.length * sent.length <= limits.pairs && positions <= limits.positions;
}

function positionTotal(areas: readonly (Polygon | undefined)[]): number {
  return areas.flatMap(area => area?.coordinates ?? []).reduce((sum, ring) => sum + ring.length, 0);
}

/** Whether each reported AOI is one of those sent; `maybe` if one could result from it by rounding or clipping. */
function aoisAgree(reported: readonly Members[], body: Members): OrderMatch {
  const sent = byText(bodyAois(body).map(({ polygon }) => polygon));
  const areas = byText(reported.flatMap(({ aoi }) => (isPolygon(aoi) ? [aoi] : [])));
  if (areas.size === 0 || sent.size === 0) return 'maybe';
  // Most are reported exactly as sent: they need no search.
  const others = [...areas].flatMap(([text, area]) => (sent.has(text) ? [] : [area]));
  const lacking = [...sent].flatMap(([text, area]) => (areas.has(text) ? [] : [area]));
  if (others.length + lacking.length === 0) return 'same';
  const reportedAreas = [...areas.values()];
  const allSent = [...sent.values()];
  if (!canCompare(others, allSent) || !canCompare(reportedAreas, lacking)) return 'maybe';
  const verdicts = others.map(area => best(allSent.map(polygon => aoiMatch(area, polygon))));
  if (verdicts.includes('no')) return 'no';
  const areAllTold = lacking.every(polygon => reportedAreas.some(area => aoiMatch(area, polygon) === 'same'));
  return areAllTold && verdicts.every(verdict => verdict === 'same') ? 'same' : 'maybe';
}

function byText(areas: readonly Polygon[]): Map<string, Polygon> {
  return new Map(areas.map(area => [JSON.stringify(area.coordinates), area]));
}

function best(verdicts: readonly OrderMatch[]): OrderMatch {
  return (
    verdicts.find(verdict => verdict === 'same') ?? verdicts.find(verdict => verdict === 'maybe') ?? 'no'
  );
}

/** What a product or a report is ordered with besides its images and its AOI. */
const optionNames = [
  'productType',
  'radiometricProcessing',
  'imageFormat',
  'crsCode',
  'analytic',
  'resolution',
] as const satisfies (MemberName<'report'> | MemberName<'product'>)[];

/** Whether all that is reported can be the parts that were sent, each of them once. */
function partsAgree(order: ReportedOrder, body: Members): OrderMatch {
  const reported = reportedParts(order).map(readPart);
  const sent = bodyParts(body).map(readPart);
  return sent.length === 0 ? 'same' : assigned(reported, sent);
}

interface Part {
  id: unknown;
  aoi: Polygon | undefined;
  options: readonly (string | undefined)[];
  /** The same for parts that agree in all of this. */
  text: string;
}

function readPart(part: Members): Part {
  const id = part.id;
  const aoi = isPolygon(part.aoi) ? part.aoi : undefined;
  const options = optionNames.map(name => comparableOption(name, part[name]));
  return { id, aoi, options, text: stableText([id, aoi?.coordinates, options]) };
}

/** The catalog and orders spell options differently. */
function comparableOption(name: (typeof optionNames)[number], value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (name === 'crsCode') return String(meantEpsg(value) ?? stableText(value));
  if (name === 'resolution') return String(Number(value));
  return (typeof value === 'string' ? value : stableText(value)).trim().toLowerCase();
}

/**
 * Whether each reported part can be matched to a sent one of its own: augmenting paths, because products can be alike.
 * Identical ones come first, so that a search is only needed for the others; `maybe` if that would take too long.
 */
function assigned(reported: readonly Part[], sent: readonly Part[]): OrderMatch {
  if (reported.length > sent.length) return 'no';
  const takenBy = new Map<number, number>();
  const alike = Map.groupBy(sent.keys(), at => sent[at]?.text);
  const left = [...reported.keys()].filter(index => {
    const at = alike.get(reported[index]?.text)?.pop();
    if (at !== undefined) takenBy.set(at, index);
    return at === undefined;
  });
  if (left.length === 0) return 'same';
  const partAreas = (parts: readonly Part[]) => parts.map(({ aoi }) => aoi);
  if (!canCompare(partAreas(reported), partAreas(sent))) return 'maybe';
  const assign = (index: number, tried: Set<number>): boolean => {
    const part = reported[index];
    return sent.some((candidate, at) => {
      if (!part || tried.has(at) || !canBe(part, candidate)) return false;
      tried.add(at);
      const holder = takenBy.get(at);
      if (holder !== undefined && !assign(holder, tried)) return false;
      takenBy.set(at, index);
      return true;
    });
  };
  return left.every(index => assign(index, new Set())) ? 'same' : 'no';
}

function canBe(reported: Part, sent: Part): boolean {
  // A report has no id of its own: its delivery can name one of its images.
  if (typeof reported.id === 'string' && typeof sent.id === 'string' && reported.id !== sent.id) return false;
  if (reported.aoi && sent.aoi && aoiMatch(reported.aoi, sent.aoi) === 'no') return false;
  return reported.options.every((option, index) => {
    const sentOption = sent.options[index];
    return option === undefined || sentOption === undefined || option === sentOption;
  });
}

/** Smaller differences come from number formatting, degrees. */
const spellingDegrees = 1e-9;
/** A service that rounds or clips an AOI moves its vertices outward by no more than this, degrees (about 10 m). */
const roundingDegrees = 1e-4;

/**
 * Whether an area reported by a service is the one that was sent: the same vertices, whatever their start and
 * direction, the order of the holes and full turns in longitude. `maybe` for one that could result from rounding,
 * simplifying or clipping. Altitudes are ignored.
 */
export function aoiMatch(reported: Polygon, sent: Polygon): 'same' | 'maybe' | 'no' {
  if (sameRings(reported.coordinates.map(corners), sent.coordinates.map(corners))) return 'same';
  return liesWithin(reported, sent) ? 'maybe' : 'no';
}

type Corner = readonly [longitude: number, latitude: number];

/** Without the closing vertex, and without vertices that repeat the one before. */
function corners(ring: readonly Position[]): Corner[] {
  const all = ring.map(([longitude, latitude]): Corner => [longitude, latitude]);
  const distinct = all.filter((corner, index) => {
    const previous = all[index - 1];
    return !previous || !sameCorner(corner, previous);
  });
  const [first] = distinct;
  const last = distinct.at(-1);
  if (distinct.length > 1 && first && last && sameCorner(first, last)) distinct.pop();
  return distinct;
}

/** The outer ring first; each hole matches one of its own. */
function sameRings(reported: readonly Corner[][], sent: readonly Corner[][]): boolean {
  const [outer = [], ...holes] = reported;
  const [outerSent = [], ...holesSent] = sent;
  if (holes.length !== holesSent.length || holes.length > maxHoles) return false;
  if (!sameRing(outer, outerSent)) return false;
  const left = [...holesSent];
  return holes.every(hole => {
    const at = left.findIndex(candidate => sameRing(hole, candidate));
    if (at >= 0) left.splice(at, 1);
    return at >= 0;
  });
}

/**
 * Maximum times that a ring may return to one place: a ring that goes back and forth would be compared from each of
 * them.
 */
const maxStarts = 50;
/** Maximum number of holes: each is compared with all others. */
const maxHoles = 500;

/** From any start, in either direction. */
function sameRing(reported: readonly Corner[], sent: readonly Corner[]): boolean {
  const count = reported.length;
  if (count !== sent.length) return false;
  const [first] = reported;
  if (!first) return true;
  const starts = [...sent.keys()].filter(at => sameCorner(first, sent[at] ?? [NaN, NaN]));
  return starts.slice(0, maxStarts).some(start =>
    [1, -1].some(direction =>
      reported.every((corner, index) => {
        const sentCorner = sent[(start + direction * index + count * index) % count];
        return sentCorner !== undefined && sameCorner(corner, sentCorner);
      }),
    ),
  );
}

function sameCorner([longitude, latitude]: Corner, [otherLongitude, otherLatitude]: Corner): boolean {
  return (
    Math.abs(latitude - otherLatitude) <= spellingDegrees &&
    turned(longitude - otherLongitude) <= spellingDegrees
  );
}

/** Difference between two longitudes, ignoring full turns, degrees. */
function turned(difference: number): number {
  const rest = Math.abs(difference) % 360;
  return Math.min(rest, 360 - rest);
}

/** By the boxes around their outer rings. */
function liesWithin(reported: Polygon, sent: Polygon): boolean {
  const [west, south, east, north] = boundingBox(sent);
  const [innerWest, innerSouth, innerEast, innerNorth] = boundingBox(reported);
  const turns = Math.round((west + east - innerWest - innerEast) / 720) * 360;
  return (
    innerSouth >= south - roundingDegrees &&
    innerNorth <= north + roundingDegrees &&
    innerWest + turns >= west - roundingDegrees &&
    innerEast + turns <= east + roundingDegrees
  );
}
