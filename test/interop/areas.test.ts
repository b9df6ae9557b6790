import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { polygonAreaKm2 } from '../../src/geo/polygonArea.ts';
import { fromEquatorTo80 } from '../unit/geo/polygons.ts';
import { jsonOf, programs, python } from './programs.ts';

it.skipIf(!programs.qgis.isThere())('areas are the same in QGIS, on the ellipsoid, to 0.01 %', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'swath-areas-'));
  const file = join(folder, 'areas.geojson');
  const features = fromEquatorTo80.map(([, geometry]) => ({ type: 'Feature', properties: {}, geometry }));
  await writeFile(file, JSON.stringify({ type: 'FeatureCollection', features }));
  const inQgis = jsonOf(python.system, 'read_areas.py', file) as number[];
  await rm(folder, { recursive: true });
  expect(inQgis).toHaveLength(fromEquatorTo80.length);
  fromEquatorTo80.forEach(([south, area], at) => {
    const squareMeters = polygonAreaKm2(area) * 1e6;
    expect(Math.abs((inQgis[at] ?? NaN) / squareMeters - 1), `at ${south}°`).toBeLessThan(0.0001);
  });
});
