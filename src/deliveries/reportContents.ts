import type { Geometry, Polygon } from 'geojson';
import { createFeatureStream } from '../model/geojson/featureWalk.ts';
import { polygonAreaKm2 } from '../model/geometry/polygonArea.ts';
import { drawnGeometry } from '../model/report/drawnGeometry.ts';
import { longestFeature } from '../model/report/featureRanges.ts';

/** What is known of one property over all features of a report. */
export interface PropertyFacts {
  name: string;
  /** Features that have it, other than as null. */
  count: number;
  /** Number of features by value, the most frequent first; `undefined` where there are too many values to count. */
  values: readonly (readonly [value: string, count: number])[] | undefined;
  /** Least and greatest, where all values are numbers. */
  range: readonly [least: number, greatest: number] | undefined;
}

interface PropertyTally {
  add(properties: Readonly<Record<string, unknown>>): void;
  facts(): PropertyFacts[];
}

/** Reports hold what they hold: so much is counted, whatever comes. */
const mostProperties = 200;

const mostValues = 30;

export const longestValue = 80;

export interface Counted {
  count: number;
  values: Map<string, number> | undefined;
  least: number;
  greatest: number;
  isNumeric: boolean;
}

/** Counts the values of properties, in bounded memory. */
function createPropertyTally(): PropertyTally {
  const counted = new Map<string, Counted>();

  function addOne(name: string, value: unknown) {
    let known = counted.get(name);
    if (!known) {
      if (counted.size >= mostProperties) return;
      known = { count: 0, values: new Map(), least: Infinity, greatest: -Infinity, isNumeric: true };
      counted.set(name, known);
    }
    known.count += 1;
    if (typeof value === 'number') {
      known.least = Math.min(known.least, value);
      known.greatest = Math.max(known.greatest, value);
    } else known.isNumeric = false;
    countValue(known, value);
  }

  return {
    add(properties) {
      for (const name in properties) {
        const value = properties[name];
        if (value !== null && value !== undefined) addOne(name, value);
      }
    },
    facts: () =>
      [...counted].map(([name, { count, values, least, greatest, isNumeric }]) => ({
        name,
        count,
        values: values && [...values].sort(([, one], [, other]) => other - one),
        range: isNumeric ? [least, greatest] : undefined,
      })),
  };
}

function countValue(known: Counted, value: unknown): void {
  const { values } = known;
  if (!values) return;
  // Lists and objects are not counted: they can be as large as the report.
  const word =
    typeof value === 'string' ? value : typeof value === 'object' ? undefined : JSON.stringify(value);
  const isOneTooMany = word !== undefined && !values.has(word) && values.size >= mostValues;
  if (word === undefined || word.length > longestValue || isOneTooMany) known.values = undefined;
  else values.set(word, (values.get(word) ?? 0) + 1);
}

/** What a report says, counted over all of it. */
export interface ReportFacts {
  /** Features that have a place. */
  features: number;
  /** Features without a place, or that are none. */
  placeless: number;
  /** Features that are too long to be read at once, or nested too deep. */
  tooLong: number;
  /** Number of features by type of geometry, the most frequent first. */
  geometries: readonly (readonly [type: string, count: number])[];
  /** West, south, east, north, degrees; `undefined` where nothing has a place. */
  bounds: readonly [number, number, number, number] | undefined;
  /** Of the polygons together, km². */
  areaKm2: number;
  properties: readonly PropertyFacts[];
}

/** What the reading of a report brought. */
export interface ReportContents {
  /** Those that are kept to be drawn: the first ones, as far as memory goes. */
  features: readonly ReportFeature[];
  facts: ReportFacts;
}

/** So many features are kept to be drawn, and so many positions of them together. */
export const mostKept = { features: 200_000, positions: 4_000_000 };

/**
 * Reads a report a piece at a time, so that neither its length nor its number of features matters.
 *
 * @param pieces of the file, in turns with everything else
 * @returns `undefined` when the file is no GeoJSON FeatureCollection
 */
export async function readContents(
  pieces: AsyncIterable<Uint8Array>,
  most = mostKept,
): Promise<ReportContents | undefined> {
  const stream = createFeatureStream(longestFeature);
  const collector = createCollector(most);
  for await (const piece of pieces) {
    collector.take(stream.push(piece));
    if (stream.isBroken()) return undefined;
  }
  return stream.end() ? collector.contents(stream.tooLong()) : undefined;
}

/**
 * The features of a report's text; `undefined` when it is no GeoJSON FeatureCollection. A feature without a geometry
 * is left out: there is nothing to draw.
 */
export function readReport(text: string): ReportFeature[] | undefined {
  const stream = createFeatureStream(Infinity);
  const features = stream.push(new TextEncoder().encode(text)).flatMap(one => featureOf(one) ?? []);
  return stream.end() ? features : undefined;
}

export function featureOf(value: unknown): ReportFeature | undefined {
  const geometry = drawnGeometry(value);
  if (!geometry) return undefined;
  const { properties } = value as { properties?: unknown };
  return { geometry, properties: membersOf(properties) };
}

export function membersOf(value: unknown): ReportFeature['properties'] {
  return typeof value === 'object' && value !== null ? (value as ReportFeature['properties']) : {};
}

function createCollector(most: typeof mostKept) {
  const kept: ReportFeature[] = [];
  const types = new Map<string, number>();
  const properties = createPropertyTally();
  const box: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  let positions = 0;
  let features = 0;
  let placeless = 0;
  let areaKm2 = 0;

  function takeOne(feature: ReportFeature) {
    const { type } = feature.geometry;
    features += 1;
    types.set(type, (types.get(type) ?? 0) + 1);
    areaKm2 += areaOf(feature.geometry);
    properties.add(feature.properties);
    positions += growBy(feature.geometry, box);
    // The first ones alone, so that what is left out can be said.
    if (kept.length < most.features && positions <= most.positions) kept.push(feature);
  }

  return {
    take(values: readonly unknown[]) {
      for (const value of values) {
        const feature = featureOf(value);
        if (feature) takeOne(feature);
        else placeless += 1;
      }
    },
    contents: (tooLong: number): ReportContents => ({
      features: kept,
      facts: {
        features,
        placeless,
        tooLong,
        geometries: [...types].sort(([, one], [, other]) => other - one),
        bounds: box[0] <= box[2] && box[1] <= box[3] ? box : undefined,
        areaKm2,
        properties: properties.facts(),
      },
    }),
  };
}

/** Of polygons alone, km²; 0 for coordinates that are none. */
export function areaOf(geometry: Geometry): number {
  try {
    if (geometry.type === 'Polygon') return polygonAreaKm2(geometry);
    if (geometry.type !== 'MultiPolygon') return 0;
    return geometry.coordinates.reduce(
      (sum, coordinates) => sum + polygonAreaKm2({ type: 'Polygon', coordinates } satisfies Polygon),
      0,
    );
  } catch {
    return 0;
  }
}

/** Grows the box by all positions of a geometry, however they are nested. Answers how many there are. */
function growBy(geometry: Geometry, box: [number, number, number, number]): number {
  const parts: unknown[] = [geometry];
  let positions = 0;
  for (let part = parts.pop(); part !== undefined; part = parts.pop()) {
    if (!Array.isArray(part)) {
      const { coordinates, geometries } = (part ?? {}) as { coordinates?: unknown; geometries?: unknown };
      if (Array.isArray(coordinates)) parts.push(coordinates);
      if (Array.isArray(geometries)) for (const one of geometries as unknown[]) parts.push(one);
      continue;
    }
    const [longitude, latitude] = part as unknown[];
    if (typeof longitude !== 'number' || typeof latitude !== 'number') {
      for (const one of part as unknown[]) if (typeof one === 'object') parts.push(one);
      continue;
    }
    positions += 1;
    box[0] = Math.min(box[0], longitude);
    box[1] = Math.min(box[1], latitude);
    box[2] = Math.max(box[2], longitude);
    box[3] = Math.max(box[3], latitude);
  }
  return positions;
}

export interface ReportFeature {
  geometry: Geometry;
  /** Not documented by the service: opaque, shown as they come. */
  properties: Readonly<Record<string, unknown>>;
}
