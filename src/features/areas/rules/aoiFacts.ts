import type { Polygon, Position } from 'geojson';
import { itemAt } from '../../../base/itemAt.ts';
import type { JsonPath } from '../../../base/problem.ts';
import { continuousParts, halfTurn } from '../../../geo/antimeridian.ts';
import { isPolygon } from '../../../geo/aoiRings.ts';
import { boundingBox } from '../../../geo/box.ts';
import { uncheckedPolygons } from '../../../geo/geometryTypes.ts';
import { polygonAreaKm2 } from '../../../geo/polygonArea.ts';
import { crsName, utmEpsg } from '../../../geo/projection.ts';
import { wrappedLongitude } from '../../../geo/sphere.ts';
import { type JsonText, readJson, type TextRange } from '../../../geo/text/geojsonSource.ts';
import { everyArea } from './text/geojsonText.ts';

export interface AoiFacts {
  areaKm2: number;
  /** [longitude, latitude] in degrees, the longitude from -180 to just below 180. */
  centroid: Position;
  /** Of the center, or of both sides of the antimeridian; empty outside the latitudes of UTM. */
  utm: { epsg: number; name: string }[];
  /** As written, including positions that close a ring. */
  positions: number;
  holes: number;
  /** More than one for a MultiPolygon. */
  polygons: number;
}

/**
 * Facts for the Polygon or MultiPolygon whose `type` or `coordinates` is at an offset of a JSON text; `undefined`
 * elsewhere, and for geometries that can't be used as an AOI.
 */
export function aoiFactsAt(text: string, offset: number): AoiFacts | undefined {
  const json = readJson(text);
  const found = json && everyArea(json).findLast(({ place }) => containsOffset(place.geometry, offset));
  if (!found || !isAtMember(text, json, found.place.path, offset)) return undefined;
  const polygons = uncheckedPolygons(found.geometry);
  if (polygons.length === 0 || !polygons.every(isPolygon)) return undefined;
  const coordinates = polygons.map(polygon => polygon.coordinates);
  return polygonFacts(continuousParts({ type: 'MultiPolygon', coordinates }));
}

function containsOffset({ offset, length }: TextRange, at: number): boolean {
  return offset <= at && at <= offset + length;
}

/** Whether the offset is between the start of a member's name and the end of its value. */
function isAtMember(text: string, json: JsonText, path: JsonPath, at: number): boolean {
  return ['type', 'coordinates'].some(name => {
    const [range] = json.rangesAt([[...path, name]]);
    return range && at <= range.offset + range.length && at >= text.lastIndexOf(`"${name}"`, range.offset);
  });
}

function polygonFacts(polygons: readonly Polygon[]): AoiFacts {
  const rings = polygons.flatMap(({ coordinates }) => coordinates);
  const [longitude, latitude] = polygonCentroid(polygons);
  return {
    areaKm2: polygons.reduce((sum, polygon) => sum + polygonAreaKm2(polygon), 0),
    centroid: [wrappedLongitude(longitude), latitude],
    utm: utmZones(polygons),
    positions: rings.reduce((sum, ring) => sum + ring.length, 0),
    holes: rings.length - polygons.length,
    polygons: polygons.length,
  };
}

/** @param polygons side by side, with longitudes that may run on beyond ±180° */
function utmZones(polygons: readonly Polygon[]): AoiFacts['utm'] {
  const [west, south, east, north] = boundingBox(polygons);
  const meridian = [halfTurn, -halfTurn].find(degrees => west < degrees && degrees < east);
  const sides: [from: number, to: number][] =
    meridian === undefined
      ? [[west, east]]
      : [
          [west, meridian],
          [meridian, east],
        ];
  return sides.flatMap(([from, to]) => {
    const corners: Position[] = [
      [from, south],
      [to, north],
    ];
    const epsg = utmEpsg({ type: 'Polygon', coordinates: [corners] });
    return epsg === undefined ? [] : [{ epsg, name: crsName(epsg) }];
  });
}

/**
 * Center of gravity in the plane of degrees, without holes: precise enough for areas that can be ordered. Source: P.
 * Bourke, Calculating the area and centroid of a polygon, 1988.
 */
function polygonCentroid(polygons: readonly Polygon[]): Position {
  const [startX, startY] = itemAt(itemAt(itemAt(polygons, 0).coordinates, 0), 0);
  let weight = 0;
  let sumX = 0;
  let sumY = 0;
  for (const { coordinates } of polygons) {
    for (const [index, ring] of coordinates.entries()) {
      const [area, x, y] = moments(ring, startX, startY);
      // For either winding: an outer ring adds, a hole subtracts.
      const sign = area > 0 === (index === 0) ? 1 : -1;
      weight += area * sign;
      sumX += x * sign;
      sumY += y * sign;
    }
  }
  // All positions are on one line.
  if (weight === 0) return [startX, startY];
  return [startX + sumX / (3 * weight), startY + sumY / (3 * weight)];
}

/** Twice the area of a ring, and six times its first moments, relative to a nearby point to preserve digits. */
function moments(ring: readonly Position[], startX: number, startY: number): [number, number, number] {
  let area = 0;
  let sumX = 0;
  let sumY = 0;
  for (let index = 1; index < ring.length; index++) {
    const [fromX, fromY] = itemAt(ring, index - 1);
    const [toX, toY] = itemAt(ring, index);
    const ax = fromX - startX;
    const ay = fromY - startY;
    const bx = toX - startX;
    const by = toY - startY;
    const cross = ax * by - bx * ay;
    area += cross;
    sumX += (ax + bx) * cross;
    sumY += (ay + by) * cross;
  }
  return [area, sumX, sumY];
}
