/** What became of the things that two reports of one place found: new, gone or the same. */
import Flatbush from 'flatbush';
import { bestPairs, type Candidates } from './bestPairs.ts';
import {
  boxAround,
  distanceBetween,
  featureShape,
  greatestShare,
  overlapShare,
  type FeatureShape,
} from './featureShape.ts';
import type { ReportFeature } from './reportFeature.ts';

/** When two features are the same thing. */
export interface Sameness {
  /** Polygons: what they share of what they cover together, more than 0 and up to 1. */
  leastOverlap: number;
  /** Anything else: between their middles, metres. */
  farthest: number;
}

/** Two features that are one thing, by their places. */
export interface SamePair {
  older: number;
  newer: number;
  measure: { kind: 'overlap'; share: number } | { kind: 'distance'; metres: number } | { kind: 'equal' };
}

export interface ReportComparison {
  kind: 'compared';
  same: readonly SamePair[];
  /** Places in the older report. */
  gone: readonly number[];
  /** Places in the newer report. */
  fresh: readonly number[];
  /** What the boxes around the two reports share of the smaller one, 0 to 1; `undefined` where one lies nowhere. */
  boxShare: number | undefined;
  /** How many features of each report are polygons, and how many something else. */
  kinds: { older: KindCounts; newer: KindCounts };
}

export interface KindCounts {
  polygons: number;
  others: number;
}

/** More pairs than this come of a distance that says nothing, and would take minutes. */
export const mostPairs = 3_000_000;

/**
 * Each feature has one partner at most; of all ways to pair them that is taken which is worth most: the greatest
 * overlap, or the least distance, in all.
 *
 * @returns `tooDense` where far too many features could be the same thing
 */
export function compareReports(
  older: readonly ReportFeature[],
  newer: readonly ReportFeature[],
  sameness: Sameness,
): ReportComparison | { kind: 'tooDense' } {
  const first = older[0] ?? newer[0];
  const home = first && featureShape(first, undefined)?.middle[0];
  const before = older.map(feature => featureShape(feature, home));
  const after = newer.map(feature => featureShape(feature, home));
  const candidates = candidatesOf(before, after, sameness);
  if (!candidates) return { kind: 'tooDense' };
  const partners = bestPairs(candidates, newer.length);
  pairEqual(older, newer, before, after, partners);
  const same: SamePair[] = [];
  const gone: number[] = [];
  const taken = new Uint8Array(newer.length);
  partners.forEach((partner, place) => {
    if (partner < 0) {
      gone.push(place);
      return;
    }
    taken[partner] = 1;
    same.push({ older: place, newer: partner, measure: measureOf(before[place], after[partner]) });
  });
  const fresh = newer.map((_feature, place) => place).filter(place => taken[place] !== 1);
  const kinds = { older: countKinds(before), newer: countKinds(after) };
  return { kind: 'compared', same, gone, fresh, boxShare: boxShareOf(before, after), kinds };
}

type Shapes = readonly (FeatureShape | undefined)[];

function candidatesOf(before: Shapes, after: Shapes, sameness: Sameness): Candidates[] | undefined {
  const trees = { polygon: treeOf(after, 'polygon'), other: treeOf(after, 'other') };
  let pairs = 0;
  const all: Candidates[] = [];
  for (const shape of before) {
    const places: number[] = [];
    const worth: number[] = [];
    const tree = shape && trees[shape.kind];
    const box = shape && (shape.kind === 'polygon' ? shape.box : boxAround(shape, sameness.farthest));
    for (const found of tree && box ? tree.tree.search(...box) : []) {
      const place = tree?.places[found];
      const other = place === undefined ? undefined : after[place];
      const value = shape && other && worthOf(shape, other, sameness);
      if (place === undefined || value === undefined) continue;
      places.push(place);
      worth.push(value);
      if (++pairs > mostPairs) return undefined;
    }
    all.push({ places, worth });
  }
  return all;
}

/**
 * `undefined` for two that are not the same. A pair that is just close enough is worth half of one that is equal, so
 * that two such pairs are not given up for one.
 */
function worthOf(
  one: FeatureShape,
  other: FeatureShape,
  { leastOverlap, farthest }: Sameness,
): number | undefined {
  if (one.kind === 'polygon') {
    if (greatestShare(one, other) < leastOverlap * (1 - rounding)) return undefined;
    const share = overlapShare(one, other);
    return share < leastOverlap * (1 - rounding) ? undefined : 2 * share;
  }
  const metres = distanceBetween(one, other);
  if (metres > farthest) return undefined;
  return farthest === 0 ? 2 : 2 - metres / farthest;
}

/** What computing with doubles may take from a share. */
const rounding = 1e-9;

function measureOf(one: FeatureShape | undefined, other: FeatureShape | undefined): SamePair['measure'] {
  if (!one || !other) return { kind: 'equal' };
  return one.kind === 'polygon'
    ? { kind: 'overlap', share: overlapShare(one, other) }
    : { kind: 'distance', metres: distanceBetween(one, other) };
}

/** Those that lie nowhere are the same where they are written the same. */
function pairEqual(
  older: readonly ReportFeature[],
  newer: readonly ReportFeature[],
  before: Shapes,
  after: Shapes,
  partners: Int32Array,
): void {
  const free = new Map<string, number[]>();
  newer.forEach((feature, place) => {
    if (after[place]) return;
    const key = JSON.stringify(feature.geometry);
    free.set(key, [place, ...(free.get(key) ?? [])]);
  });
  if (free.size === 0) return;
  older.forEach((feature, place) => {
    if (!before[place]) partners[place] = free.get(JSON.stringify(feature.geometry))?.pop() ?? -1;
  });
}

function treeOf(
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

/** A box of one place has a size too, degrees: some hundred metres. */
const leastSide = 0.002;

function boxShareOf(before: Shapes, after: Shapes): number | undefined {
  const [one, other] = [boxAroundAll(before), boxAroundAll(after)];
  if (!one || !other) return undefined;
  const width = Math.min(one[2], other[2]) - Math.max(one[0], other[0]);
  const height = Math.min(one[3], other[3]) - Math.max(one[1], other[1]);
  const size = ([west, south, east, north]: typeof one) => (east - west) * (north - south);
  return (Math.max(0, width) * Math.max(0, height)) / Math.min(size(one), size(other));
}

function boxAroundAll(shapes: Shapes): [number, number, number, number] | undefined {
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const shape of shapes) {
    if (!shape) continue;
    box[0] = Math.min(box[0], shape.box[0]);
    box[1] = Math.min(box[1], shape.box[1]);
    box[2] = Math.max(box[2], shape.box[2]);
    box[3] = Math.max(box[3], shape.box[3]);
  }
  if (box[0] > box[2]) return undefined;
  return [box[0] - leastSide / 2, box[1] - leastSide / 2, box[2] + leastSide / 2, box[3] + leastSide / 2];
}
