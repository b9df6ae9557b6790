// Writes the fine outline of the land that the map shows in close-up: small enough for the package.
/** @import { Polygon, MultiPolygon } from 'geojson' */
/** @import { GeometryCollection, Topology } from 'topojson-specification' */
import { feature } from 'topojson-client';

/** @typedef {readonly [column: number, row: number]} GridPoint */
/** @typedef {readonly [x: number, y: number]} Place */

/**
 * How far the outline may move on the map, columns of the source's grid: one is 401 m at the equator. The source itself is
 * rounded to that grid. The map draws the outline from zoom level 7 on (`webview/ground/baseMap.ts`): a column is a third
 * of a pixel there, two thirds at 8, 1.3 pixels at 9, 2.6 at 10 and 1,344 at 19, the closest. There only
 * the whole source would look the same, and its own steps are as large.
 */
const tolerance = 1;

/** Points that one line can replace, at most: more make the file hardly smaller, and the build slower. */
const longest = 6;

/** A ring has at least three different points: one that would have fewer keeps all. */
const fewestPoints = 4;

/**
 * The rings of the land as steps on the grid of the topology. All numbers are little-endian:
 *
 * - four 64-bit floats: degrees per column and row of the grid, longitude and latitude of its origin
 * - two 32-bit integers: number of rings, and where the steps between rows begin, bytes from the start of the file
 * - the number of points of each ring, then the step to each point from the one before it, which can be that of the ring
 *   before: the columns of all points, then the rows. Each is a variable-length integer: seven bits per byte, the lowest
 *   first, with the eighth bit set if more follow; a step has its sign in its lowest bit.
 *
 * `webview/ground/coastFile.ts` reads it.
 *
 * @param {Topology} topology of world-atlas
 * @returns {Buffer}
 */
export function coastFile(topology) {
  const { transform } = topology;
  const { land } = topology.objects;
  if (!land || !transform) throw new Error('The outline of the land has no land or no grid.');
  const { scale, translate } = transform;
  const surface = feature(topology, /** @type {GeometryCollection} */ (land));
  const rings = surface.features
    .flatMap(({ geometry }) => ringsOf(/** @type {Polygon | MultiPolygon} */ (geometry)))
    .map(ring =>
      ring.map(
        ([longitude, latitude]) =>
          /** @type {GridPoint} */ ([
            Math.round((longitude - translate[0]) / scale[0]),
            Math.round((latitude - translate[1]) / scale[1]),
          ]),
      ),
    )
    .map(ring => simplified(ring, placesOf(ring, transform)));

  /** @type {number[]} */
  const lengths = [];
  /** @type {number[]} */
  const columnSteps = [];
  /** @type {number[]} */
  const rowSteps = [];
  let lastColumn = 0;
  let lastRow = 0;
  for (const ring of rings) {
    writeNumber(lengths, ring.length);
    for (const [column, row] of ring) {
      writeStep(columnSteps, column - lastColumn);
      writeStep(rowSteps, row - lastRow);
      lastColumn = column;
      lastRow = row;
    }
  }
  const head = Buffer.alloc(40);
  [...scale, ...translate].forEach((value, at) => head.writeDoubleLE(value, at * 8));
  head.writeUInt32LE(rings.length, 32);
  head.writeUInt32LE(head.length + lengths.length + columnSteps.length, 36);
  return Buffer.concat([head, Buffer.from(lengths), Buffer.from(columnSteps), Buffer.from(rowSteps)]);
}

/** @param {Polygon | MultiPolygon} geometry */
function ringsOf(geometry) {
  return geometry.type === 'Polygon' ? geometry.coordinates : geometry.coordinates.flat();
}

/**
 * Where the points of a ring are on the map, in columns of the grid: continued past ±180°, as the map draws it.
 *
 * @param {readonly GridPoint[]} ring
 * @param {NonNullable<Topology['transform']>} grid
 * @returns {Place[]}
 */
function placesOf(ring, { scale, translate }) {
  const world = 360 / scale[0];
  let before = ring[0]?.[0] ?? 0;
  return ring.map(([column, row]) => {
    before = column + Math.round((before - column) / world) * world;
    const latitude = ((row * scale[1] + translate[1]) * Math.PI) / 180;
    return [before, (Math.asinh(Math.tan(latitude)) * world) / (2 * Math.PI)];
  });
}

/**
 * The fewest points of a ring whose lines pass all others within the tolerance.
 *
 * @param {readonly GridPoint[]} ring
 * @param {readonly Place[]} places
 */
function simplified(ring, places) {
  /** Of the lines that lead to each point: how many, and where the last one begins. */
  const best = places.map((_, at) => ({ lines: at === 0 ? 0 : Infinity, from: 0 }));
  places.forEach((start, from) => {
    const lines = (best[from]?.lines ?? 0) + 1;
    for (let to = from + 1; to <= from + longest; to += 1) {
      const end = places[to];
      const way = best[to];
      if (!end || !way) return;
      if (lines >= way.lines) continue;
      const passed = places.slice(from + 1, to);
      if (!passed.every(place => isNear(place, start, end))) continue;
      way.lines = lines;
      way.from = from;
    }
  });
  const kept = new Set([0]);
  for (let at = ring.length - 1; at > 0; at = best[at]?.from ?? 0) kept.add(at);
  return kept.size < fewestPoints ? ring : ring.filter((_, at) => kept.has(at));
}

/**
 * Whether a place is within the tolerance of the line between two others.
 *
 * @param {Place} place
 * @param {Place} start
 * @param {Place} end
 */
function isNear(place, start, end) {
  const alongX = end[0] - start[0];
  const alongY = end[1] - start[1];
  const x = place[0] - start[0];
  const y = place[1] - start[1];
  const length = alongX * alongX + alongY * alongY;
  const share = length === 0 ? 0 : Math.max(0, Math.min(1, (x * alongX + y * alongY) / length));
  const offX = x - share * alongX;
  const offY = y - share * alongY;
  return offX * offX + offY * offY <= tolerance * tolerance;
}

/**
 * @param {number[]} bytes
 * @param {number} step
 */
function writeStep(bytes, step) {
  writeNumber(bytes, step < 0 ? -2 * step - 1 : 2 * step);
}

/**
 * @param {number[]} bytes
 * @param {number} value
 */
function writeNumber(bytes, value) {
  while (value > 127) {
    bytes.push((value & 127) | 128);
    value >>= 7;
  }
  bytes.push(value);
}
