import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import { crsOfPrj } from '../../../../../../src/features/areas/rules/import/crs.ts';
import { areasIn, readDataFile } from './files.ts';

interface Projection {
  crs: string;
  /** Longitude and latitude in degrees of WGS 84, and the same place in the system. */
  position: [number, number];
  coordinates: [number, number];
  /** The system as ESRI writes it, in WKT 1 and in WKT 2. */
  wkt: Record<string, string>;
}

// Texts and coordinates were written by PROJ, which this code doesn't use.
const file = resolve(import.meta.dirname, '../../../../../data/import/projections.json');
const projections = JSON.parse(readFileSync(file, 'utf8')) as Projection[];

/** Meters between two places, for short distances. */
function metersBetween([x = 0, y = 0]: readonly number[], [toX = 0, toY = 0]: readonly number[]): number {
  return Math.hypot((x - toX) * Math.cos((y * Math.PI) / 180), y - toY) * 111_000;
}

describe('a .prj file', () => {
  it.each(
    projections.flatMap(({ wkt, ...rest }) =>
      Object.entries(wkt).map(([form, text]) => ({ ...rest, form, text })),
    ),
  )('of $crs in $form is converted as PROJ does', ({ text, position, coordinates }) => {
    expect(metersBetween(crsOfPrj(text, 'a.prj').toDegrees(coordinates), position)).toBeLessThan(0.5);
  });

  const geographic = (unit: string, meridian = 'PRIMEM["Greenwich",0]', datum = 'DATUM["D_WGS_1984",') =>
    `GEOGCS["G",${datum}SPHEROID["WGS_1984",6378137.0,298.257223563]],${meridian},${unit}]`;
  const degree = 'UNIT["Degree",0.0174532925199433]';
  const utm = (
    unit: string,
    easting: number,
    axes = '',
    base = geographic(degree),
    method = 'Transverse_Mercator',
  ) =>
    `PROJCS["P",${base},PROJECTION["${method}"],PARAMETER["False_Easting",${easting}],PARAMETER["False_Northing",0],PARAMETER["Central_Meridian",3],PARAMETER["Scale_Factor",0.9996],PARAMETER["Latitude_Of_Origin",0],${unit}${axes}]`;

  it.each([
    ['Meter', 1],
    ['Foot', 0.3048],
    ['Foot_US', 0.304800609601219],
    ['Link', 0.201168],
    ['Link_Clarke', 0.201166195164],
    ['Chain', 20.1168],
    ['Chain_US', 20.1168402336805],
    ['Yard', 0.9144],
    ['Kilometer', 1000],
    ['Millimeter', 0.001],
    ['Fathom', 1.8288],
    ['German_Meter', 1.0000135965],
    ['Anything', 7.25],
  ])('is read in its linear unit: %s', (name, meters) => {
    const crs = crsOfPrj(utm(`UNIT["${name}",${meters}]`, 500_000 / meters), 'a.prj');
    const metric = crsOfPrj(utm('UNIT["Meter",1]', 500_000), 'a.prj');
    const place = metric.toDegrees([612_345.6, 4_987_654.3]);
    expect(metersBetween(crs.toDegrees([612_345.6 / meters, 4_987_654.3 / meters]), place)).toBeLessThan(
      0.001,
    );
  });

  it.each([
    ['Grad', Math.PI / 200],
    ['Gon', 0.01570796],
    ['Radian', 1],
    ['Minute', Math.PI / 10_800],
    ['Arc-second', 4.84813681109536e-6],
    ['Mil_6400', Math.PI / 3200],
    ['Microradian', 1e-6],
  ])('is read in its angular unit: %s', (name, radians) => {
    const unit = `UNIT["${name}",${radians}]`;
    const inUnit = (degrees: number) => (degrees * Math.PI) / 180 / radians;
    const place: Position = [5.33, 43.28];
    const placeInUnit: Position = [inUnit(5.33), inUnit(43.28)];
    expect(metersBetween(crsOfPrj(geographic(unit), 'a.prj').toDegrees(placeInUnit), place)).toBeLessThan(2);
    // The angles of a projection are in the unit of its geographic system.
    const text = utm('UNIT["Meter",1]', 500_000, '', geographic(unit)).replace(
      'Meridian",3',
      `Meridian",${inUnit(3)}`,
    );
    const metric = crsOfPrj(utm('UNIT["Meter",1]', 500_000), 'a.prj');
    const at: Position = [612_345.6, 4_987_654.3];
    expect(metersBetween(crsOfPrj(text, 'a.prj').toDegrees(at), metric.toDegrees(at))).toBeLessThan(2);
  });

  it.each([
    ['Paris', 2.33722917],
    ['Ferro', -17.66666666666667],
    ['Bern', 7.439583333333333],
    ['Jakarta', 106.8077194444444],
    ['Some', 10.5],
  ])('is read from its prime meridian: %s', (name, east) => {
    const crs = crsOfPrj(geographic(degree, `PRIMEM["${name}",${east}]`), 'a.prj');
    expect(metersBetween(crs.toDegrees([1, 43]), [1 + east, 43])).toBeLessThan(0.01);
  });

  it('in grads has its prime meridian in degrees or in grads, and is converted', async () => {
    const grad = 'UNIT["Grad",0.0157079632679489]';
    for (const value of [2.33722917, 2.5969213]) {
      const crs = crsOfPrj(geographic(grad, `PRIMEM["Paris",${value}]`), 'a.prj');
      expect(metersBetween(crs.toDegrees([0, 50]), [2.33722917, 45])).toBeLessThan(0.1);
    }
    const [area] = areasIn(await readDataFile('grads.zip')).areas;
    const [ring = []] = area?.feature.geometry.coordinates ?? [];
    // gdaltransform of the southwestern vertex.
    const distances = ring.map(place => metersBetween(place, [2.33653360836213, 46.799948781127]));
    expect(Math.min(...distances)).toBeLessThan(0.1);
  });

  it.each([
    [
      'grads from an unknown meridian',
      geographic('UNIT["Grad",0.0157079632679489]', 'PRIMEM["Some",3]'),
      'PRIMEM Some',
    ],
    ['no unit', utm('AUTHORITY["EPSG","1"]', 0), 'UNIT'],
    [
      'axes to the west and south',
      utm('UNIT["m",1]', 0, ',AXIS["Y",WEST],AXIS["X",SOUTH]'),
      'AXIS WEST SOUTH',
    ],
    [
      'axes to the south and west',
      utm('UNIT["m",1]', 0, ',AXIS["X",SOUTH],AXIS["Y",WEST]'),
      'AXIS SOUTH WEST',
    ],
    ['an axis to the west', utm('UNIT["m",1]', 0, ',AXIS["E",WEST],AXIS["N",NORTH]'), 'AXIS WEST NORTH'],
    ['degrees to the west', geographic(`${degree},AXIS["Lon",WEST],AXIS["Lat",NORTH]`), 'AXIS WEST NORTH'],
    ['an unknown projection', utm('UNIT["m",1]', 0, '', undefined, 'Loximuthal'), 'PROJECTION Loximuthal'],
    ['a parameter that nothing uses', utm('UNIT["m",1],PARAMETER["Azimuth",20]', 0), 'PARAMETER azimuth'],
    ['an unknown parameter', utm('UNIT["m",1],PARAMETER["Height",20]', 0), 'PARAMETER Height'],
    ['an extension', utm('UNIT["m",1],EXTENSION["PROJ4","+proj=tmerc +axis=wsu"]', 0), 'EXTENSION'],
    ['no datum', 'GEOGCS["G",PRIMEM["Greenwich",0],UNIT["Degree",0.0174532925199433]]', 'DATUM'],
    ['coordinates from the center of the earth', 'GEOCCS["C",UNIT["m",1]]', 'GEOCCS'],
  ])('with %s is refused with the reason', (_what, text, reason) => {
    expect(() => crsOfPrj(text, 'a.prj')).toThrow(`(a.prj: ${reason})`);
  });

  it.each([
    [
      'its name',
      utm('UNIT["Meter",1]', 0, '', undefined, 'Mercator').replace('"P"', '"WGS_84_Pseudo_Mercator"'),
    ],
    ['its code', utm('UNIT["m",1],AUTHORITY["EPSG","900913"]', 0, '', undefined, 'Mercator_1SP')],
  ])('of Web Mercator is recognized by %s', (_what, text) => {
    const webMercator = text.replace('0.9996', '1').replace('Meridian",3', 'Meridian",0');
    // gdaltransform -s_srs EPSG:3857 -t_srs EPSG:4326
    const place = crsOfPrj(webMercator, 'a.prj').toDegrees([1_000_000, 5_000_000]);
    expect(metersBetween(place, [8.98315284119521, 40.9162744706758])).toBeLessThan(0.01);
  });

  it.each([
    ['Robinson', '-1,3'],
    ['LambertAzimuthalEqualArea', '7,-1'],
  ])("of %s on an ellipsoid of %s that can't be has no place on Earth", (projection, ellipsoid) => {
    const base = `GEOGCS["G",DATUM["WGS84",SPHEROID["S",${ellipsoid}]],UNIT["Degree",0.0174532925199433]]`;
    const crs = crsOfPrj(`PROJCS["P",${base},PROJECTION["${projection}"],UNIT["m",1]]`, 'a.prj');
    expect(crs.toDegrees([8, 16])).toEqual([Number.NaN, Number.NaN]);
  });

  it('with a vertical system is read without it', () => {
    const vertical = 'VERTCS["EGM96",VDATUM["EGM96_Geoid"],PARAMETER["Direction",1.0],UNIT["Meter",1.0]]';
    const base = geographic(degree);
    for (const text of [
      `${base},${vertical}`,
      `COMPD_CS["C",${base},VERT_CS["H",VERT_DATUM["D",2005],UNIT["m",1]]]`,
    ]) {
      expect(crsOfPrj(text, 'a.prj').toDegrees([5.33, 43.28])).toEqual([5.33, 43.28]);
    }
  });
});
