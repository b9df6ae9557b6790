// Writes the fine outline of the land that the map shows in close-up: small enough for the package.
/** @import { Polygon, MultiPolygon } from 'geojson' */
/** @import { GeometryCollection, Topology } from 'topojson-specification' */
import { feature } from 'topojson-client';

/** @typedef {readonly [column: number, row: number]} GridPoint */

/**
 * A point is left out if the triangle with its neighbors is smaller than this, cells of the grid: the source is rounded
 * to that grid, so that such points are mostly its steps.
 */
const minTriangle = 2;

/** A ring with fewer points is an island of a few cells and keeps them. */
const fewPoints = 8;

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
  const { land } = topology.objects;
  if (!land || !topology.transform) throw new Error('The outline of the land has no land or no grid.');
  const { scale, translate } = topology.transform;
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
    .map(simplified);

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
 * @param {readonly GridPoint[]} ring
 * @returns {readonly GridPoint[]}
 */
function simplified(ring) {
  for (let before = ring; ; before = ring) {
    ring = withoutSmallTriangles(before);
    if (ring.length === before.length) return ring;
  }
}

/**
 * One pass, which never leaves out two points in a row.
 *
 * @param {readonly GridPoint[]} ring
 */
function withoutSmallTriangles(ring) {
  let left = ring.length;
  /** @type {GridPoint | undefined} */
  let last;
  return ring.filter((point, at) => {
    const previous = ring[at - 1];
    const next = ring[at + 1];
    const isSmall =
      last !== undefined &&
      last === previous &&
      next !== undefined &&
      left > fewPoints &&
      triangle(last, point, next) < minTriangle;
    if (isSmall) left -= 1;
    else last = point;
    return !isSmall;
  });
}

/**
 * Area, cells.
 *
 * @param {GridPoint} a
 * @param {GridPoint} b
 * @param {GridPoint} c
 */
function triangle(a, b, c) {
  return Math.abs((b[0] - a[0]) * (c[1] - a[1]) - (c[0] - a[0]) * (b[1] - a[1])) / 2;
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
