/** Compares what two reports of one place found: new, gone or the same. */
import Flatbush from 'flatbush';
import type { MultiPolygon, Polygon, Position } from 'geojson';
import { itemAt } from '../../../base/itemAt.ts';
import { continuousParts, shiftToward } from '../../../geo/antimeridian.ts';
import { boundingBox, type Box } from '../../../geo/box.ts';
import { convexParts, type FlatRing, planeArea, within } from '../../../geo/flatRing.ts';
import { isPosition, uncheckedPolygons } from '../../../geo/geometryTypes.ts';
import { isInRings, signedArea } from '../../../geo/ring.ts';
import { degree, metersPerDegree } from '../../../geo/sphere.ts';
import { ownProperties } from './ownProperties.ts';
import type { ReportFeature } from './reportFeature.ts';
import { collectionText, featureText, parseReportFeatures } from './reportText.ts';

/** When two features count as the same. */
export interface Sameness {
  /** For polygons: the minimum of intersection over union, more than 0 and up to 1. */
  minOverlap: number;
  /** For anything else: the maximum distance between their centers, meters. */
  farthest: number;
}

/** Where a report could find objects, as far as it is known: inside each of these outlines. */
export type Coverage = readonly (Polygon | MultiPolygon)[];

export interface BothCoverages {
  older: Coverage;
  newer: Coverage;
}

export interface SamePair {
  older: number;
  newer: number;
  measure: { kind: 'overlap'; share: number } | { kind: 'distance'; meters: number };
}

export interface ReportComparison {
  kind: 'compared';
  same: readonly SamePair[];
  gone: readonly number[];
  /** Indexes in the newer report. */
  fresh: readonly number[];
  /** Those with a center that the other report doesn't cover, so that they are neither new nor gone. */
  outside: { older: readonly number[]; newer: readonly number[] };
  /** The fraction of the smaller report's bounding box that both share, 0 to 1; `undefined` if one has no location. */
  boxShare: number | undefined;
  /** How many features of each report are polygons, and how many aren't. */
  kinds: { older: KindCounts; newer: KindCounts };
}

export interface KindCounts {
  polygons: number;
  others: number;
}

/** More pairs than this result from a distance that is too large to be useful. */
const maxPairs = 3_000_000;

/**
 * Each feature has at most one partner: pairs that overlap most, or are closest, are matched first, as in the
 * evaluation of object detectors. Features without a location have none.
 *
 * @returns `tooDense` if far too many features could be the same
 */
export function compareReports(
  older: readonly ReportFeature[],
  newer: readonly ReportFeature[],
  sameness: Sameness,
  coverage: BothCoverages = { older: [], newer: [] },
): ReportComparison | { kind: 'tooDense' } {
  const first = older[0] ?? newer[0];
  const home = first && featureShape(first, undefined)?.middle[0];
  const before = older.map(feature => featureShape(feature, home));
  const after = newer.map(feature => featureShape(feature, home));
  const candidates = matchCandidates(before, after, sameness);
  if (!candidates) return { kind: 'tooDense' };
  const same: SamePair[] = [];
  const paired = new Uint8Array(older.length);
  const taken = new Uint8Array(newer.length);
  for (const { older: place, newer: partner, worth } of candidates) {
    if (paired[place] === 1 || taken[partner] === 1) continue;
    paired[place] = 1;
    taken[partner] = 1;
    const isPolygon = before[place]?.kind === 'polygon';
    const measure = isPolygon
      ? ({ kind: 'overlap', share: worth } as const)
      : ({ kind: 'distance', meters: Math.abs(worth) } as const);
    same.push({ older: place, newer: partner, measure });
  }
  same.sort((a, b) => a.older - b.older);
  const lost = before.map((_shape, place) => place).filter(place => paired[place] !== 1);
  const come = after.map((_shape, place) => place).filter(place => taken[place] !== 1);
  const [gone, outsideNewer] = byCoverage(before, lost, coverage.newer);
  const [fresh, outsideOlder] = byCoverage(after, come, coverage.older);
  const outside = { older: outsideOlder, newer: outsideNewer };
  const kinds = { older: countKinds(before), newer: countKinds(after) };
  return { kind: 'compared', same, gone, fresh, outside, boxShare: boxShare(before, after), kinds };
}

/** Those of the features that the report can have found, and the others. Features without a location are among the first. */
function byCoverage(
  shapes: Shapes,
  places: readonly number[],
  coverage: Coverage,
): [inside: number[], outside: number[]] {
  const outlines = coverage.map(continuousParts);
  const isInside = (place: number) => {
    const middle = shapes[place]?.middle;
    return !middle || outlines.every(parts => parts.some(part => isInPart(middle, part)));
  };
  return [places.filter(isInside), places.filter(place => !isInside(place))];
}

function isInPart([x, y]: FeatureShape['middle'], part: Polygon): boolean {
  const [west, , east] = boundingBox(part);
  return isInRings([x + shiftToward(x, (west + east) / 2), y], part.coordinates);
}

type Shapes = readonly (FeatureShape | undefined)[];

interface Candidate {
  older: number;
  newer: number;
  /** Overlap for polygons; for anything else the negative distance, meters. */
  worth: number;
}

/** The best first; `undefined` if there are too many. */
function matchCandidates(before: Shapes, after: Shapes, sameness: Sameness): Candidate[] | undefined {
  const trees = { polygon: shapeTree(after, 'polygon'), other: shapeTree(after, 'other') };
  const all: Candidate[] = [];
  for (const [older, shape] of before.entries()) {
    const tree = shape && trees[shape.kind];
    if (!tree) continue;
    const box = shape.kind === 'polygon' ? shape.box : boxAround(shape, sameness.farthest);
    for (const found of tree.tree.search(...box)) {
      const newer = itemAt(tree.places, found);
      const candidate = after[newer];
      const worth = candidate && matchWorth(shape, candidate, sameness);
      if (worth === undefined) continue;
      if (all.length === maxPairs) return undefined;
      all.push({ older, newer, worth });
    }
  }
  return all.sort((a, b) => b.worth - a.worth);
}

/** Greater means more alike; `undefined` for two that aren't the same. */
function matchWorth(
  a: FeatureShape,
  b: FeatureShape,
  { minOverlap, farthest }: Sameness,
): number | undefined {
  if (a.kind === 'polygon') {
    if (greatestShare(a, b) < minOverlap * (1 - rounding)) return undefined;
    const share = overlapShare(a, b);
    return share < minOverlap * (1 - rounding) ? undefined : share;
  }
  const meters = distanceBetween(a, b);
  return meters > farthest ? undefined : -meters;
}

/** Possible rounding error of an overlap. */
const rounding = 1e-9;

function shapeTree(
  shapes: Shapes,
  kind: FeatureShape['kind'],
): { tree: Flatbush; places: number[] } | undefined {
  const places: number[] = [];
  shapes.forEach((shape, place) => {
    if (shape?.kind === kind) places.push(place);
  });
  if (places.length === 0) return undefined;
  const tree = new Flatbush(places.length);
  for (const place of places) {
    const shape = shapes[place];
    if (shape) tree.add(...(kind === 'polygon' ? shape.box : ([...shape.middle, ...shape.middle] as const)));
  }
  tree.finish();
  return { tree, places };
}

function countKinds(shapes: Shapes): KindCounts {
  const polygons = shapes.filter(shape => shape?.kind === 'polygon').length;
  return { polygons, others: shapes.length - polygons };
}

/** The minimum side of a box around a single place, degrees: a few hundred meters. */
const minSide = 0.002;

function boxShare(before: Shapes, after: Shapes): number | undefined {
  const a = boxAroundAll(before);
  const b = boxAroundAll(after);
  if (!a || !b) return undefined;
  const width = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
  const height = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  const size = ([west, south, east, north]: typeof a) => (east - west) * (north - south);
  return (Math.max(0, width) * Math.max(0, height)) / Math.min(size(a), size(b));
}

function boxAroundAll(shapes: Shapes): Box | undefined {
  const corners = shapes.flatMap(shape => (shape ? [shape.box.slice(0, 2), shape.box.slice(2)] : []));
  const [west, south, east, north] = boundingBox(corners);
  if (west > east) return undefined;
  return [west - minSide / 2, south - minSide / 2, east + minSide / 2, north + minSide / 2];
}

// Compares two reports as texts, so that it can run in a worker thread.

export interface ComparedTexts extends Pick<ReportComparison, 'kind' | 'boxShare' | 'kinds'> {
  /** A FeatureCollection of everything that both found; each feature has its result as `swath:change`. */
  text: string;
  counts: { fresh: number; gone: number; same: number; outsideOlder: number; outsideNewer: number };
}

export type CompareAnswer =
  | ComparedTexts
  | { kind: 'tooDense' }
  /** One of them isn't a FeatureCollection. */
  | { kind: 'broken'; which: 'older' | 'newer' };

export interface ComparedNames {
  older: string;
  newer: string;
}

/**
 * @param text the older report followed by the newer one: the total length decides where this runs
 * @param split length of the older one
 */
export function compareTexts(
  text: string,
  split: number,
  names: ComparedNames,
  sameness: Sameness,
  coverage?: BothCoverages,
): CompareAnswer {
  const older = parseReportFeatures(text.slice(0, split));
  if (!older) return { kind: 'broken', which: 'older' };
  const newer = parseReportFeatures(text.slice(split));
  if (!newer) return { kind: 'broken', which: 'newer' };
  const found = compareReports(older, newer, sameness, coverage);
  if (found.kind === 'tooDense') return found;
  const { fresh, gone, same, outside, boxShare, kinds } = found;
  const counts = {
    fresh: fresh.length,
    gone: gone.length,
    same: same.length,
    outsideOlder: outside.older.length,
    outsideNewer: outside.newer.length,
  };
  const summary = {
    ...names,
    new: counts.fresh,
    gone: counts.gone,
    same: counts.same,
    ...(counts.outsideOlder > 0 ? { outsideOlder: counts.outsideOlder } : {}),
    ...(counts.outsideNewer > 0 ? { outsideNewer: counts.outsideNewer } : {}),
    leastOverlap: sameness.minOverlap,
    farthest_m: sameness.farthest,
  };
  return { kind: 'compared', text: comparisonText(older, newer, found, summary), counts, boxShare, kinds };
}

/** One feature per line; those of the newer report first, in its order. */
function comparisonText(
  older: readonly ReportFeature[],
  newer: readonly ReportFeature[],
  found: ReportComparison,
  summary: object,
): string {
  const pairs = new Map(found.same.map(pair => [pair.newer, pair]));
  const unseen = new Set(found.outside.older);
  const lines: string[] = [];
  newer.forEach((feature, place) => {
    const pair = pairs.get(place);
    const partner = pair && older[pair.older];
    lines.push(
      pair && partner
        ? featureText(feature, {
            [ownProperties.change]: 'same',
            [ownProperties.matched]: featureKey(partner, pair.older),
            ...measureText(pair.measure),
          })
        : featureText(feature, { [ownProperties.change]: unseen.has(place) ? 'outside older' : 'new' }),
    );
  });
  const addOlder = (places: readonly number[], change: string) => {
    for (const place of places) {
      const feature = older[place];
      if (feature) lines.push(featureText(feature, { [ownProperties.change]: change }));
    }
  };
  addOlder(found.gone, 'gone');
  addOlder(found.outside.newer, 'outside newer');
  return collectionText(lines, { 'swath:comparison': summary });
}

/** What identifies a feature in its own report, or else its number. */
function featureKey(feature: ReportFeature, place: number): unknown {
  const { id } = feature as { id?: unknown };
  return id ?? feature.properties.id ?? place + 1;
}

function measureText(measure: SamePair['measure']): Record<string, number> {
  return measure.kind === 'overlap'
    ? { [ownProperties.overlap]: Math.round(measure.share * 1000) / 1000 }
    : { [ownProperties.distance]: Math.round(measure.meters * 100) / 100 };
}

export interface FeatureShape {
  /** Polygons are compared by their overlap, everything else by its center. */
  kind: 'polygon' | 'other';
  /** West, south, east, north, degrees, in the copy of the world that all shapes use. */
  box: Readonly<Box>;
  /** Longitude and latitude of a point; for anything else, the center of its box. */
  middle: readonly [number, number];
  /** For a polygon: non-overlapping convex rings, counterclockwise, and their total square degrees. */
  parts: readonly FlatRing[];
  size: number;
}

/**
 * @param home longitude to which all shapes are moved as close as possible, degrees
 * @returns `undefined` for a feature without a location
 */
export function featureShape(
  { geometry }: ReportFeature,
  home: number | undefined,
): FeatureShape | undefined {
  const [west, south, east, north] = boundingBox(geometry);
  if (!Number.isFinite(west + south + east + north)) return undefined;
  const shift = home === undefined ? 0 : Math.round((home - (west + east) / 2) / 360) * 360;
  const box = [west + shift, south, east + shift, north] as const;
  const coordinates = uncheckedPolygons({ ...geometry })
    .map(polygon => polygon.coordinates)
    .filter(isRings)
    .filter(([outer = []]) => signedArea(outer) !== 0);
  const parts = coordinates.length === 0 ? [] : convexParts({ type: 'MultiPolygon', coordinates }, box);
  const size = parts.reduce((sum, part) => sum + planeArea(part), 0);
  return {
    kind: size > 0 ? 'polygon' : 'other',
    box,
    middle: [(box[0] + box[2]) / 2, (south + north) / 2],
    parts,
    size,
  };
}

/** Intersection over union of two polygons, 0 to 1 (the Jaccard index). */
export function overlapShare(a: FeatureShape, b: FeatureShape): number {
  let common = 0;
  for (const part of a.parts) for (const cutter of b.parts) common += commonArea(part, cutter);
  // Rounding must not exceed 1.
  return Math.min(1, common / (a.size + b.size - common));
}

/** Upper bound of the overlap, from the boxes and sizes only. */
export function greatestShare(a: FeatureShape, b: FeatureShape): number {
  const width = Math.min(a.box[2], b.box[2]) - Math.max(a.box[0], b.box[0]);
  const height = Math.min(a.box[3], b.box[3]) - Math.max(a.box[1], b.box[1]);
  const common = Math.min(Math.max(0, width) * Math.max(0, height), a.size, b.size);
  return common / (a.size + b.size - common);
}

/** Between the centers of two features, meters: on a sphere, for places that are close to each other. */
export function distanceBetween(a: FeatureShape, b: FeatureShape): number {
  const latitude = (a.middle[1] + b.middle[1]) / 2;
  const east = (a.middle[0] - b.middle[0]) * Math.cos(latitude * degree);
  return Math.hypot(east, a.middle[1] - b.middle[1]) * metersPerDegree;
}

/** The box around everything within a distance from a center, degrees. */
export function boxAround({ middle: [x, y] }: FeatureShape, meters: number): FeatureShape['box'] {
  const height = (meters / metersPerDegree) * 1.001;
  const farthest = Math.min(90, Math.abs(y) + height);
  const width = Math.min(360, height / Math.max(1e-6, Math.cos(farthest * degree)));
  return [x - width, y - height, x + width, y + height];
}

/** Intersection of two convex rings, square degrees. */
function commonArea(a: FlatRing, b: FlatRing): number {
  return Math.max(0, planeArea(within(a, b)));
}

function isRings(value: unknown): value is Position[][] {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every(ring => Array.isArray(ring) && ring.length >= 4 && ring.every(isPosition))
  );
}
