// node test/build/landCells.mjs
//
// Writes src/geo/landCells.ts: which degrees of the Earth have land, as a text of run lengths.
/** @import { MultiPolygon, Polygon, Position } from 'geojson' */
/** @import { GeometryCollection, Topology } from 'topojson-specification' */
import { readFile, writeFile } from 'node:fs/promises';
import { feature } from 'topojson-client';

const columns = 360;
const rows = 180;
/** Digits of a number come lowest first; each that another one follows is raised by the base. */
const base = 32;
const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * The lengths of the runs of sea and land, in turns, of the cells row by row from the south, each from the west.
 *
 * @param {Topology} topology of world-atlas
 * @returns {string}
 */
export function landCells(topology) {
  const { land } = topology.objects;
  if (!land) throw new Error('The outline of the land has no land.');
  const surface = feature(topology, /** @type {GeometryCollection} */ (land));
  const rings = surface.features
    .flatMap(({ geometry }) => {
      const area = /** @type {Polygon | MultiPolygon} */ (geometry);
      return area.type === 'Polygon' ? area.coordinates : area.coordinates.flat();
    })
    .map(closedOnMap);
  const cells = new Uint8Array(columns * rows);
  for (const ring of rings) {
    markShore(cells, ring);
    markInside(cells, ring);
  }
  return runs(cells);
}

/**
 * Longitudes go on beyond ±180°, and a ring around the south pole is closed there.
 *
 * @param {readonly Position[]} ring
 */
function closedOnMap(ring) {
  let turns = 0;
  /** @type {[number, number][]} */
  const places = ring.map(([x, y], index) => {
    turns -= index === 0 ? 0 : Math.round((x - (ring[index - 1]?.[0] ?? x)) / 360);
    return [x + turns * 360, y];
  });
  const [firstX] = places[0] ?? [0];
  const [lastX] = places.at(-1) ?? [0];
  if (Math.abs(lastX - firstX) >= 180) places.push([lastX, -90], [firstX, -90]);
  return places;
}

/**
 * @param {Uint8Array} cells
 * @param {readonly (readonly [number, number])[]} ring
 */
function markShore(cells, ring) {
  ring.forEach(([x, y], index) => {
    const [fromX, fromY] = ring[index - 1] ?? [x, y];
    const steps = Math.ceil(Math.max(Math.abs(x - fromX), Math.abs(y - fromY)) / 0.05) + 1;
    for (let step = 0; step <= steps; step += 1) {
      const share = step / steps;
      const row = Math.min(rows - 1, Math.max(0, Math.floor(fromY + (y - fromY) * share + 90)));
      cells[row * columns + columnOf(fromX + (x - fromX) * share)] = 1;
    }
  });
}

/**
 * @param {Uint8Array} cells
 * @param {readonly (readonly [number, number])[]} ring
 */
function markInside(cells, ring) {
  /** Where the ring crosses the middle of each row. @type {number[][]} */
  const crossings = Array.from({ length: rows }, () => []);
  ring.forEach(([x, y], index) => {
    const [fromX, fromY] = ring.at(index - 1) ?? [x, y];
    for (let row = Math.ceil(Math.min(fromY, y) + 89.5); row - 89.5 < Math.max(fromY, y); row += 1)
      crossings[row]?.push(fromX + ((x - fromX) * (row - 89.5 - fromY)) / (y - fromY));
  });
  for (const [row, places] of crossings.entries()) {
    places.sort((a, b) => a - b);
    for (let pair = 0; pair + 1 < places.length; pair += 2)
      for (let x = Math.ceil((places[pair] ?? 0) - 0.5) + 0.5; x < (places[pair + 1] ?? 0); x += 1)
        cells[row * columns + columnOf(x)] = 1;
  }
}

/** @param {number} longitude may be beyond ±180° */
function columnOf(longitude) {
  return (((Math.floor(longitude) + 180) % columns) + columns) % columns;
}

/** @param {Uint8Array} cells */
function runs(cells) {
  let text = '';
  let length = 0;
  let isLand = 0;
  for (const cell of [...cells, 2]) {
    if (cell === isLand) length += 1;
    else {
      for (; length >= base; length = Math.floor(length / base))
        text += digits.charAt(base + (length % base));
      text += digits.charAt(length);
      isLand = cell;
      length = 1;
    }
  }
  return text;
}

if (process.argv[1] === import.meta.filename) {
  const land = /** @type {Topology} */ (
    JSON.parse(await readFile('node_modules/world-atlas/land-10m.json', 'utf8'))
  );
  const lines =
    landCells(land)
      .match(/.{1,110}/g)
      ?.map(line => `  '${line}'`) ?? [];
  await writeFile(
    'src/geo/landCells.ts',
    `/**
 * Which degrees of the Earth have land, written by \`node test/build/landCells.mjs\` from Natural Earth: the lengths of runs
 * of sea and land, in turns, row by row from the south, each from the west. \`openSea.ts\` reads it.
 */
export const landCells = [
${lines.join(',\n')},
].join('');
`,
  );
}
