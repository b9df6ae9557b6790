import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  crsName,
  isAllowedEpsg,
  isFarFrom,
  meantEpsg,
  nearEpsg,
  parseCrsCode,
  toCrsCode,
  utmEpsg,
} from '../../../src/geo/projection.ts';
import { anyPolygon, box, polygon } from './polygons.ts';

/** A small area around a place. */
const at = (longitude: number, latitude: number) =>
  polygon(box(longitude - 0.01, latitude - 0.01, longitude + 0.01, latitude + 0.01));

describe('an EPSG code', () => {
  it.each([4326, 32601, 32631, 32660, 32701, 32760])('%d is allowed', epsg => {
    expect(isAllowedEpsg(epsg)).toBe(true);
    expect(parseCrsCode(toCrsCode(epsg))).toBe(epsg);
  });

  it.each([0, 1, 3857, 4258, 4327, 32600, 32661, 32699, 32700, 32761, 32631.5, Number.NaN, -32631])(
    '%d is not',
    epsg => {
      expect(isAllowedEpsg(epsg)).toBe(false);
    },
  );

  it.each([
    'EPSG:4326',
    'urn:ogc:def:crs:EPSG:4326',
    'urn:ogc:def:crs:EPSG:9.9:4326',
    'URN:OGC:DEF:CRS:EPSG::4326',
    'urn:ogc:def:crs:EPSG::04326',
    'urn:ogc:def:crs:EPSG::4326 ',
    'urn:ogc:def:crs:EPSG::',
    '4326',
    '',
  ])('is not read from another spelling: "%s"', written => {
    expect(parseCrsCode(written)).toBeUndefined();
  });

  it.each<[unknown, number | undefined]>([
    ['EPSG:32631', 32631],
    [32631, 32631],
    ['urn:ogc:def:crs:EPSG:9.9:4326', 4326],
    ['http://www.opengis.net/def/crs/EPSG/0/32731', 32731],
    ['urn:ogc:def:crs:EPSG::04326 ', 4326],
    ['EPSG:3857', undefined],
    ['', undefined],
    [undefined, undefined],
    [{ epsg: 4326 }, undefined],
  ])('is guessed from %j', (written, epsg) => {
    expect(meantEpsg(written)).toBe(epsg);
  });

  it.each([
    ['25832', 32632],
    ['EPSG:25833', 32633],
    ['23031', 32631],
    ['26915', 32615],
    ['32232', 32632],
    ['32333', 32733],
    ['25827', undefined],
    ['3857', undefined],
    ['utm', undefined],
  ])('of a UTM zone on another datum, %s, is near %s', (written, epsg) => {
    expect(nearEpsg(written)).toBe(epsg);
  });

  it.each([
    [4326, 'WGS 84, longitude and latitude'],
    [32631, 'WGS 84 / UTM zone 31N'],
    [32601, 'WGS 84 / UTM zone 1N'],
    [32760, 'WGS 84 / UTM zone 60S'],
    [3857, 'EPSG:3857'],
  ])('%d is named %s', (epsg, name) => {
    expect(crsName(epsg)).toBe(name);
  });
});

describe('the UTM zone of an area', () => {
  it.each<[string, number, number, number | undefined]>([
    ['Marseille', 5.37, 43.3, 32631],
    ['Greenwich, just west', -0.02, 51.48, 32630],
    ['Fiji, west of the antimeridian', 179.5, -17, 32760],
    ['Fiji, east of it', -179.5, -17, 32701],
    ['Fiji, beyond it', 180.5, -17, 32701],
    ['Bergen: zone 32 reaches west to 3°', 5.32, 60.39, 32632],
    ['north of it', 5.7, 64.1, 32631],
    ['Svalbard at 10°', 10, 78, 32633],
    ['Svalbard at 21.1°', 21.1, 78, 32635],
    ['Svalbard at 33.1°', 33.1, 78, 32637],
    ['the sea south of Svalbard', 10, 71.9, 32632],
    ['beyond the north', 15, 84.5, undefined],
    ['beyond the south', 15, -80.5, undefined],
  ])('%s is right', (_where, longitude, latitude, epsg) => {
    expect(utmEpsg(at(longitude, latitude))).toBe(epsg);
  });

  it('is that of the center of an area across the antimeridian', () => {
    const fiji = polygon(box(177, -19, -179, -16));
    expect([utmEpsg(fiji), isFarFrom(32760, fiji), isFarFrom(32731, fiji)]).toEqual([32760, false, true]);
  });

  it('is none of nothing, and that of the middle of the whole Earth', () => {
    expect([utmEpsg(polygon([])), utmEpsg(polygon(box(-180, -90, 180, 90)))]).toEqual([undefined, 32631]);
  });

  it('is one that products support, is close to the area, and in its hemisphere', () => {
    fc.assert(
      fc.property(anyPolygon, area => {
        const epsg = utmEpsg(area);
        if (epsg === undefined) return;
        expect(isAllowedEpsg(epsg)).toBe(true);
        expect(isFarFrom(epsg, area)).toBe(false);
      }),
    );
  });
});

describe('a projection', () => {
  it.each<[string, number, [number, number], boolean]>([
    ['in its zone', 32631, [5.37, 43.3], false],
    ['in the near half of the zone beside it', 32631, [8.9, 43.3], false],
    ['in the far half of the zone beside it', 32631, [9.1, 43.3], true],
    ['in the other hemisphere', 32731, [5.37, 43.3], true],
    ['on the equator, of either hemisphere', 32731, [5.37, 0], false],
    ['where UTM is not defined', 32633, [15, 85], true],
    ['anywhere, in degrees', 4326, [5.37, 85], false],
  ])('for an area %s is far or not', (_where, epsg, [longitude, latitude], isFar) => {
    expect(isFarFrom(epsg, at(longitude, latitude))).toBe(isFar);
  });
});
