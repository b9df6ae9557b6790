/** Boxes as snippets for the editor: lines with a tab per level, and tab stops. */
import type { Position } from 'geojson';
import { plainNumber } from '../../../../base/words/plainNumber.ts';
import { degree, metersPerDegree, wrappedLongitude } from '../../../../geo/sphere.ts';
import { type Bounds, ringsOfBounds } from '../import/typedArea.ts';

/**
 * What a box is written as, from the whole document down to the positions of a ring. An `area` is a geometry that must
 * be a single Polygon.
 */
export type AreaForm =
  | 'document'
  | 'feature'
  | 'geometry'
  | 'area'
  | 'polygon'
  | 'multiPolygon'
  | 'ring'
  | 'positions';

const ofOneRing: readonly AreaForm[] = ['area', 'polygon', 'ring', 'positions'];

/** Decimals of a degree: about 0.1 m, finer than a map shows. */
const decimals = 6;

/**
 * A box with a name to fill in.
 *
 * @param bounds degrees; longitudes can extend beyond ±180
 * @returns `undefined` if the box crosses the antimeridian and the form takes only one ring
 */
export function boxSnippet(form: AreaForm, bounds: Bounds): string | undefined {
  const rings = ringsOfBounds(bounds).map(ring => ring.map(writtenPosition));
  const [only, another] = rings;
  if (!only) return undefined;
  if (another && ofOneRing.includes(form)) return undefined;
  return written(form, [only, ...rings.slice(1)]);
}

/** A box whose coordinates are examples to overwrite: each is one tab stop. */
export function templateSnippet(form: AreaForm): string {
  const stop = form === 'document' || form === 'feature' ? 2 : 1;
  const [west, south, east, north] = [stop, stop + 1, stop + 2, stop + 3].map(String);
  const ring = [
    `[\${${west}:5.33}, \${${south}:43.28}]`,
    `[\${${east}:5.38}, $${south}]`,
    `[$${east}, \${${north}:43.31}]`,
    `[$${west}, $${north}]`,
    `[$${west}, $${south}]`,
  ];
  return written(form, [ring]);
}

type Ring = readonly string[];

function written(form: AreaForm, rings: readonly [Ring, ...Ring[]]): string {
  const polygons = rings.map(ring => list([list(ring)]));
  switch (form) {
    case 'document':
      return object('"type": "FeatureCollection"', `"features": ${list(polygons.map(featureText))}`);
    case 'feature':
      return polygons.map(featureText).join(',\n');
    case 'geometry':
    case 'area':
      return polygons.length === 1
        ? geometryText('Polygon', polygons.join(''))
        : geometryText('MultiPolygon', list(polygons));
    case 'polygon':
      return polygons.join('');
    case 'multiPolygon':
      return list(polygons);
    case 'ring':
      return list(rings[0]);
    case 'positions':
      return rings[0].join(',\n');
  }
}

function featureText(polygon: string, index: number): string {
  // Each part of a box that is cut has its own tab stop.
  const name = `\${${index + 1}:Area${index === 0 ? '' : ` ${index + 1}`}}`;
  return object(
    '"type": "Feature"',
    `"properties": { "name": "${name}" }`,
    `"geometry": ${geometryText('Polygon', polygon)}`,
  );
}

function geometryText(type: string, coordinates: string): string {
  return object(`"type": "${type}"`, `"coordinates": ${coordinates}`);
}

function object(...members: readonly string[]): string {
  return `{\n${indented(members)}\n}`;
}

function list(items: readonly string[]): string {
  return `[\n${indented(items)}\n]`;
}

function indented(items: readonly string[]): string {
  return items.map(item => `\t${item.replaceAll('\n', '\n\t')}`).join(',\n');
}

function writtenPosition([longitude, latitude]: Position): string {
  return `[${degreesText(longitude)}, ${degreesText(latitude)}]`;
}

function degreesText(degrees: number): string {
  const rounded = Math.round(degrees * 10 ** decimals) / 10 ** decimals;
  return plainNumber(rounded);
}

/** Closer to the poles, a box in degrees is no longer a square. Degrees. */
const farthestLatitude = 85;

/**
 * A box around the center of bounds, degrees; its longitudes can extend beyond ±180.
 *
 * @param sideKm length of its sides, km
 * @returns `undefined` close to the poles
 */
export function squareAround([west, south, east, north]: Bounds, sideKm: number): Bounds | undefined {
  const latitude = (Math.max(south, -90) + Math.min(north, 90)) / 2;
  if (Math.abs(latitude) > farthestLatitude) return undefined;
  const longitude = wrappedLongitude((west + east) / 2);
  const up = (sideKm * 1000) / 2 / metersPerDegree;
  const across = up / Math.cos(latitude * degree);
  return [longitude - across, latitude - up, longitude + across, latitude + up];
}
