import type { Geometry } from 'geojson';
import { itemAt, noItem } from '../../../base/itemAt.ts';
import { parseMoment } from '../../../base/words/moment.ts';
import { emptyBox } from '../../../geo/box.ts';
import { polygonAreaKm2 } from '../../../geo/polygonArea.ts';
import { ShapeList } from '../../../geo/shapeList.ts';
import { isDegreesCrs, writtenCrs } from '../../areas/rules/index.ts';
import { createCollectionReader } from './collectionReader.ts';
import { placeSize, type ReportFeature, toReportFeature } from './reportFeature.ts';

/** The result of reading a report once. */
export interface ReportIndex {
  facts: ReportFacts;
  /**
   * Where the drawn features are written, {@link placeSize} numbers for each. Only the first ones, up to the memory
   * limit.
   */
  places: Uint32Array;
  /** Length of the text in UTF-16 units, without a byte order mark. */
  units: number;
}

export interface ReportFacts {
  features: number;
  /** Features without a location, and members that aren't features. */
  placeless: number;
  /** Features that are too long to be read, or nested too deep. */
  tooLong: number;
  /** Whether characters aren't UTF-8. */
  hasLostText: boolean;
  /**
   * Whether all positions can be longitude and latitude in degrees, and no `crs` says otherwise; a longitude may run on
   * beyond ±180°.
   */
  isInDegrees: boolean;
  /** The coordinate reference system that the report names, unless it is WGS 84. */
  crs?: string;
  /** Number of features by type of geometry, the most frequent first. */
  geometries: readonly (readonly [type: string, count: number])[];
  /** West, south, east, north, degrees; `undefined` if nothing has a location. */
  bounds: readonly [number, number, number, number] | undefined;
  /** Total area of the polygons, km². */
  areaKm2: number;
  /** Acquisition time, ms since 1970: the latest one in its features, or the latest time that may be one. */
  seenAt: number | undefined;
  properties: readonly PropertyFacts[];
}

export interface PropertyFacts {
  name: string;
  /** Features that have it, with a value other than null. */
  count: number;
  /** Number of features by value, the most frequent first; `undefined` if there are too many different values. */
  values: readonly (readonly [value: string, count: number])[] | undefined;
  /** Minimum and maximum, if all values are numbers. */
  range: readonly [min: number, max: number] | undefined;
}

/** What the map page has room for. */
export const maxDrawn = { features: 1_000_000, positions: 10_000_000 };

/** Maximum bytes of a file that its index covers: the range of its numbers. */
const longestIndexed = 2 ** 32;

/** Maximum bytes of one feature: parsing a longer one would block everything else. */
export const longestFeature = 4_000_000;

/** Maximum properties to count, values per property, and characters per value. */
const limits = { properties: 200, values: 30, characters: 80 };

const bytesOfPlace = placeSize * Uint32Array.BYTES_PER_ELEMENT;
/** Reserved for places at once: divides what all those on the map need. */
const bytesReserved = 4000 * bytesOfPlace;

/** Words in names of properties: of the time when an image was taken, of any time, and of other times. */
const acquisitionWords =
  /^(?:acqui\w*|acq|sensed|sensing|captured?|observ\w*|imag(?:ed|ing)|imagedate|shot|after)$/;
const timeWords = /^(?:dates?|times?|datetime|timestamp|day)$/;
const otherWords =
  /^(?:process\w*|updated?|updates|expir\w*|creat\w*|modif\w*|publish\w*|publication|deliver\w*|order\w*|produc\w*|ingest\w*|generat\w*|upload\w*|download\w*|edit\w*|delet\w*|valid\w*|until|due|deadline|report\w*|review\w*|insert\w*|load\w*|changed?on)$/;

/** How likely a property of this name has the time of an acquisition: 0 surely, 1 perhaps, `undefined` for no. */
function timeRank(name: string): 0 | 1 | undefined {
  const words = name
    .replaceAll(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u);
  if (words.some(word => otherWords.test(word))) return undefined;
  if (words.some(word => acquisitionWords.test(word))) return 0;
  return words.some(word => timeWords.test(word)) ? 1 : undefined;
}

export type ReportReading = ReturnType<typeof createReportReading>;

/**
 * Reads a report in bounded memory, whatever its length and number of features.
 *
 * @param onDrawn is called with each feature that is drawn
 */
export function createReportReading(drawn = maxDrawn, onDrawn?: (feature: ReportFeature) => void) {
  /** Outside the JavaScript heap, which would grow with every list that is kept. */
  let places = roomFor(maxDrawn.features);
  let placed = 0;
  const types = new Map<string, number>();
  const properties = createPropertyTally();
  const box = emptyBox();
  /** The feature that was read last. */
  const shape = new ShapeList();
  let positions = 0;
  let features = 0;
  let placeless = 0;
  let areaKm2 = 0;

  const reader = createCollectionReader(longestFeature, (values, at) => {
    values.forEach((value, index) => {
      const feature = toReportFeature(value);
      if (!feature) placeless += 1;
      // Only the first ones, so that the number left out can be reported.
      else if (count(feature) && itemAt(at, index * placeSize + 1) < longestIndexed) {
        place(at, index * placeSize);
        onDrawn?.(feature);
      }
    });
  });

  /** Counts a feature; returns whether it is drawn. */
  function count({ geometry, properties: attributes }: ReportFeature): boolean {
    features += 1;
    types.set(geometry.type, (types.get(geometry.type) ?? 0) + 1);
    areaKm2 += geometryAreaKm2(geometry);
    properties.add(attributes);
    shape.clear();
    shape.add(geometry);
    positions += shape.pointCount;
    shape.growBox(box);
    return placed / placeSize < drawn.features && positions <= drawn.positions;
  }

  function place(at: Float64Array, from: number) {
    if (placed === places.length) places = withRoom(places);
    for (let next = from; next < from + placeSize; next++) places[placed++] = at[next] ?? noItem(at, next);
  }

  function cut(): Uint32Array {
    places.buffer.resize(placed * places.BYTES_PER_ELEMENT);
    return places;
  }

  return {
    /** Takes the next bytes. The buffer may be reused afterward. */
    push: (bytes: Uint8Array) => reader.push(bytes),
    /** Whether no further input can make it a report. */
    isBroken: () => reader.isBroken(),
    /** See {@link ReportIndex}; also available for a text that turns out to be broken. */
    places: cut,
    /** `undefined` if the bytes aren't one GeoJSON FeatureCollection. */
    end(): ReportIndex | undefined {
      if (!reader.end()) return undefined;
      const crs = writtenCrs(reader.crs());
      const isOther = crs !== undefined && !isDegreesCrs(crs);
      const facts: ReportFacts = {
        features,
        placeless,
        tooLong: reader.tooLong(),
        hasLostText: reader.hasLostText(),
        crs: isOther ? crs : undefined,
        isInDegrees: !isOther && !(box[0] < -360 || box[1] < -90 || box[2] > 360 || box[3] > 90),
        geometries: [...types].sort(([, a], [, b]) => b - a),
        bounds: box[0] <= box[2] && box[1] <= box[3] ? box : undefined,
        areaKm2,
        ...properties.facts(),
      };
      return { facts, places: cut(), units: reader.units() };
    },
  };
}

/** An empty array that grows where it is up to so many places: copying a million of them would block everything else. */
function roomFor(count: number): Uint32Array<ArrayBuffer> {
  return new Uint32Array(new ArrayBuffer(0, { maxByteLength: count * bytesOfPlace }));
}

function withRoom(places: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const { buffer } = places;
  const size = buffer.byteLength + bytesReserved;
  if (size <= buffer.maxByteLength) {
    buffer.resize(size);
    return places;
  }
  // More than the map shows are placed only to start a line with each.
  const larger = roomFor((buffer.maxByteLength / bytesOfPlace) * 2);
  larger.buffer.resize(size);
  larger.set(places);
  return larger;
}

/** {@link ReportIndex.places} of a text that changed since it was read, as far as it can be read. */
export function featurePlaces(text: string): Uint32Array {
  const reading = createReportReading();
  reading.push(new TextEncoder().encode(text));
  return reading.places();
}

interface Times {
  rank: 0 | 1;
  last: string;
  latest: string;
}

interface Tally {
  count: number;
  values: Map<string, number> | undefined;
  min: number;
  greatest: number;
  isNumeric: boolean;
  /** Of a property with the name of a time: the last text, and that of the latest time. */
  times: Times | undefined;
}

/** Counts the values of properties, up to fixed limits. */
function createPropertyTally() {
  const tallies = new Map<string, Tally>();
  /** The latest time of each rank, ms since 1970. */
  const seen: [number | undefined, number | undefined] = [undefined, undefined];

  function propertyTally(name: string): Tally | undefined {
    const known = tallies.get(name);
    if (known || tallies.size >= limits.properties) return known;
    const rank = timeRank(name);
    const times = rank === undefined ? undefined : { rank, last: '', latest: '' };
    const tally = {
      count: 0,
      values: new Map(),
      min: Infinity,
      greatest: -Infinity,
      isNumeric: true,
      times,
    };
    tallies.set(name, tally);
    return tally;
  }

  function addOne(tally: Tally, value: unknown) {
    tally.count += 1;
    if (typeof value === 'number') {
      tally.min = Math.min(tally.min, value);
      tally.greatest = Math.max(tally.greatest, value);
    } else tally.isNumeric = false;
    if (typeof value === 'string' && tally.times) addTime(tally.times, value);
    if (tally.values) tally.values = countValue(tally.values, value);
  }

  function addTime(times: Times, value: string) {
    if (value === times.last) return;
    times.last = value;
    if (isUntil(value, times.latest)) return;
    const time = parseMoment(value)?.time;
    if (time === undefined) return;
    times.latest = value;
    if (time > (seen[times.rank] ?? -Infinity)) seen[times.rank] = time;
  }

  return {
    add(properties: ReportFeature['properties']) {
      for (const name in properties) {
        const value = properties[name];
        const tally = value === null || value === undefined ? undefined : propertyTally(name);
        if (tally) addOne(tally, value);
      }
    },
    facts: (): Pick<ReportFacts, 'seenAt' | 'properties'> => ({
      seenAt: seen[0] ?? seen[1],
      properties: [...tallies].map(([name, { count, values, min, greatest, isNumeric }]) => ({
        name,
        count,
        values: values && [...values].sort(([, a], [, b]) => b - a),
        range: isNumeric ? [min, greatest] : undefined,
      })),
    }),
  };
}

/** Whether the texts of two times alone show that one isn't after the other: reading a time takes longer. */
function isUntil(time: string, latest: string): boolean {
  const isSameForm = time.length === latest.length && time[4] === latest[4] && time[10] === latest[10];
  return isSameForm && time.endsWith('Z') && latest.endsWith('Z') && time <= latest;
}

/** `undefined` if counting further is useless. */
function countValue(values: Map<string, number>, value: unknown): Map<string, number> | undefined {
  // Lists and objects aren't counted: they can be as large as the report.
  if (typeof value === 'object') return undefined;
  const word = typeof value === 'string' ? value : JSON.stringify(value);
  const before = values.get(word);
  if (word.length > limits.characters || (before === undefined && values.size >= limits.values))
    return undefined;
  return values.set(word, (before ?? 0) + 1);
}

/** Only for polygons, km²; 0 for invalid coordinates. */
function geometryAreaKm2(geometry: Geometry): number {
  try {
    const isArea = geometry.type === 'Polygon' || geometry.type === 'MultiPolygon';
    return isArea ? polygonAreaKm2(geometry) : 0;
  } catch {
    return 0;
  }
}
