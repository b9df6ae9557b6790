import { afterAll, expect, it, vi } from 'vitest';
import { work } from '../../../src/model/geojson/geojsonWork.ts';
import { endGeojsonWork, geojsonWork, geojsonWorkWhile } from '../../../src/editor/geojsonWork.ts';
import { box, polygon } from '../model/geometry/polygons.ts';

const near = JSON.stringify(polygon(box(5.3, 43.27, 5.37, 43.32)));
const long = `${near}${' '.repeat(200_001)}`;

afterAll(endGeojsonWork);

it('runs over short texts here, and over long ones elsewhere, to the same end', async () => {
  const expected = work.findAreas(near);
  const here = vi.spyOn(work, 'findAreas');
  expect(await geojsonWork('findAreas', near)).toEqual(expected);
  expect(here).toHaveBeenCalledTimes(1);
  expect(await geojsonWork('findAreas', long)).toEqual(expected);
  expect(await geojsonWork('polygonAt', long, [])).toEqual(expected.areas[0]);
  expect(here).toHaveBeenCalledTimes(1);
});

it('is given up by a signal', async () => {
  const gone = AbortSignal.abort(new Error('Gone.'));
  await expect(geojsonWorkWhile(gone, 'findAreas', long)).rejects.toThrow('Gone.');
});
