import { expect, it } from 'vitest';
import { box, polygon } from '../../../../geo/polygons.ts';
import { faultsIn } from '../../../../../../src/features/areas/rules/text/areaFaults.ts';

const near = polygon(box(5, 43, 6, 44));
const beyond = polygon(box(20, 100, 21, 101));
const feature = (name: string, geometry: object) => ({ type: 'Feature', properties: { name }, geometry });

it('of a document are the first of each area, with its name', () => {
  const bow = polygon([
    [5, 43],
    [6, 44],
    [6, 43],
    [5, 44],
    [5, 43],
  ]);
  const features = [feature('Dam', near), feature('Port', beyond), feature('Fort', bow)];
  expect(faultsIn(JSON.stringify({ type: 'FeatureCollection', features }), 'file')).toMatchObject([
    { name: 'Port', area: ['features', 1, 'geometry'], fix: { kind: 'swap-axes' }, hasSize: true },
    { name: 'Fort', area: ['features', 2, 'geometry'], fix: { kind: 'uncross' }, hasSize: false },
  ]);
});

it('are called as a saved search calls its area', () => {
  const { geometry } = feature('Port', beyond);
  expect(faultsIn(JSON.stringify({ areaName: 'Port', aoi: geometry }), 'file')).toMatchObject([
    { name: 'Port', area: ['aoi'] },
  ]);
});

it('are not what changes no area', () => {
  const clockwise = polygon(box(5, 43, 6, 44).toReversed());
  expect(faultsIn(JSON.stringify({ ...clockwise, bbox: [0, 0, 1, 1] }), 'file')).toEqual([]);
});

it('of a file in another coordinate system are its own', () => {
  const file = (name: string) => {
    const crs = { type: 'name', properties: { name } };
    return JSON.stringify({ type: 'FeatureCollection', crs, features: [feature('Dam', near)] });
  };
  expect(faultsIn(file('urn:ogc:def:crs:EPSG::25832'), 'file')).toMatchObject([
    { area: [], name: undefined, fix: { kind: 'drop-crs' } },
  ]);
  expect(faultsIn(file('urn:ogc:def:crs:OGC:1.3:CRS84'), 'file')).toEqual([]);
});

it('of an order are all that keep it from being placed', () => {
  const aoi = polygon(box(5, 43, 5.0001, 43.0001));
  expect(faultsIn(JSON.stringify({ products: [{ aoi }, { aoi: beyond }] }), 'order')).toMatchObject([
    { area: ['products', 0, 'aoi'], fix: { kind: 'grow' } },
    { area: ['products', 1, 'aoi'], fix: { kind: 'swap-axes' } },
  ]);
});
