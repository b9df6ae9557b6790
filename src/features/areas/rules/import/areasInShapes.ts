import * as l10n from '@vscode/l10n';
import type { Feature, Polygon, Position } from 'geojson';
import { isRecord } from '../../../../base/fields.ts';
import { itemAt } from '../../../../base/itemAt.ts';
import { compactJson } from '../../../../base/json/exactJson.ts';
import { safeLine } from '../../../../base/words/safeText.ts';
import { crossesAntimeridian, halfTurn, runOn, turn } from '../../../../geo/antimeridian.ts';
import { isPosition } from '../../../../geo/geometryTypes.ts';
import { polygonAreaKm2 } from '../../../../geo/polygonArea.ts';
import { closed, findMeetings, signedArea } from '../../../../geo/ring.ts';
import { degree } from '../../../../geo/sphere.ts';
import { swappedText } from '../../../../geo/swappedText.ts';
import { ringsOnEarth } from './ringsOnEarth.ts';
import { type Shape, Unreadable } from './shape.ts';

/**
 * Maximum gap between the end and the start of a track, as a fraction of its length: GPS receivers are off by meters,
 * tracks are kilometers long.
 */
const widestGap = 0.02;
/** Minimum area as a fraction of a circle of the same length: a path out and back encloses less. */
const minArea = 0.02;

/**
 * A line of [longitude, latitude] in degrees as a closed ring, if it returns to its start and encloses an area;
 * `undefined` otherwise.
 */
function closedRing(line: readonly unknown[]): Position[] | undefined {
  if (!line.every(isPosition) || line.length < 4) return undefined;
  const start = itemAt(line, 0);
  const [startX, startY] = start;
  // Degrees of longitude shrink toward the poles: scale both to the same length at the line.
  const shrink = Math.cos(startY * degree);
  // Receivers write longitudes within ±180°.
  const flat = runOn(line).map(([x, y]): Position => [(x - startX) * shrink, y - startY]);
  const length = lineLength(flat);
  const gap = lineLength([itemAt(flat, 0), itemAt(flat, flat.length - 1)]);
  const area = Math.abs(signedArea([...flat, itemAt(flat, 0)]));
  // A circle of circumference L encloses L² / 4π.
  if (gap > widestGap * length || area < (minArea * length * length) / (4 * Math.PI)) return undefined;
  return gap === 0 ? [...line] : [...line, start];
}

function lineLength(line: readonly Position[]): number {
  return line.slice(1).reduce((sum, [x, y], index) => {
    const [fromX, fromY] = itemAt(line, index);
    return sum + Math.hypot(x - fromX, y - fromY);
  }, 0);
}

/** One area in the form of an AOI: a Polygon of [longitude, latitude] in degrees of WGS 84. */
export interface ImportedArea {
  feature: Feature<Polygon>;
  /** Its name in the source, or its place there. */
  label: string;
  areaKm2: number;
}

export interface AreasInShapes {
  areas: ImportedArea[];
  leftOut: string[];
  /** What could be meant in another way than it was read, each as a sentence. */
  notes: string[];
}

/** More than anyone can choose from. */
const maxAreas = 10_000;
const deepestCollection = 32;

/**
 * The areas among shapes: MultiPolygons and collections are split, positions transformed to WGS 84, rings closed,
 * repeated positions and altitudes removed, and rings wound as RFC 7946 requires (3.1.6). Anything else is left out and
 * named.
 */
export function areasInShapes(shapes: readonly Shape[]): AreasInShapes {
  const found: AreasInShapes = { areas: [], leftOut: [], notes: [] };
  for (const shape of shapes) {
    const label = shape.name === undefined ? shape.place : `${safeLine(shape.name)} (${shape.place})`;
    const parts = geometryParts(shape.geometry, shape.closesLines, 0);
    const polygons = parts.filter(part => 'rings' in part);
    for (const part of parts) {
      if ('why' in part) found.leftOut.push(`${label}: ${part.why}`);
    }
    for (const [index, { rings }] of polygons.entries()) {
      const number = polygons.length === 1 ? '' : ` (${index + 1})`;
      addArea(found, shape, `${label}${number}`, number, rings);
    }
  }
  return found;
}

function addArea(found: AreasInShapes, shape: Shape, label: string, number: string, rings: unknown[]): void {
  if (found.areas.length >= maxAreas) {
    found.leftOut.push(l10n.t('{0}: only the first {1} areas are imported', label, maxAreas));
    return;
  }
  try {
    const written = degreeRings(rings, shape);
    const polygons = earthPolygons(written);
    const width = shape.crs.isGeographic && !shape.closesLines ? longStep(written) : undefined;
    if (width !== undefined) found.notes.push(acrossText(label, width));
    for (const [index, polygon] of polygons.entries()) {
      const side = polygons.length === 1 ? '' : ` (${index + 1})`;
      const name = shape.name === undefined ? {} : { name: `${shape.name}${number}${side}` };
      const feature = { properties: { ...shape.properties, ...name }, geometry: polygon };
      // The types of GeoJSON don't know integers of all digits. The parts of an area share its id.
      const id = shape.id === undefined ? {} : { id: shape.id as Feature['id'] };
      found.areas.push({
        feature: { type: 'Feature', ...id, ...feature },
        label: name.name ?? `${label}${side}`,
        areaKm2: polygonAreaKm2(polygon),
      });
    }
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    found.leftOut.push(`${label}: ${error.message}`);
  }
}

type Part = { rings: unknown[] } | { why: string };

/** The contents of a geometry: areas as rings, and text for the rest. */
function geometryParts(geometry: unknown, closesLines: boolean, depth: number): Part[] {
  if (!isRecord(geometry)) return [{ why: l10n.t('has no geometry') }];
  const list: unknown[] = Array.isArray(geometry.coordinates) ? geometry.coordinates : [];
  switch (geometry.type) {
    case 'Polygon':
      return [{ rings: list }];
    case 'MultiPolygon':
      return list.map(rings => ({ rings: Array.isArray(rings) ? (rings as unknown[]) : [] }));
    case 'LineString':
      return [linePart(list, closesLines)];
    case 'MultiLineString':
      return list.map(line => linePart(Array.isArray(line) ? (line as unknown[]) : [], closesLines));
    case 'GeometryCollection': {
      const members: unknown[] = Array.isArray(geometry.geometries) ? geometry.geometries : [];
      if (depth >= deepestCollection) return [noArea(geometry.type)];
      return members.flatMap(member => geometryParts(member, closesLines, depth + 1));
    }
    default:
      return [noArea(geometry.type)];
  }
}

function noArea(type: unknown): Part {
  const label = safeLine(typeof type === 'string' ? type : compactJson(type ?? null));
  return { why: l10n.t('{0} is not an area', label) };
}

function linePart(positions: unknown[], closesLines: boolean): Part {
  const ring = closesLines ? closedRing(positions) : undefined;
  if (ring) return { rings: [ring] };
  return closesLines ? { why: l10n.t('an open line, which has no area') } : noArea('LineString');
}

function degreeRings(rings: readonly unknown[], shape: Shape): Position[][] {
  if (rings.length === 0) throw tooShort(1);
  return rings.map((ring, index) => degreeRing(ring, index + 1, shape));
}

/** The widest edge that is read as a short one across the antimeridian, degrees; `undefined` without one. */
function longStep(rings: Position[][]): number | undefined {
  if (!crossesAntimeridian({ type: 'Polygon', coordinates: rings })) return undefined;
  const steps = rings.flatMap(ring => ring.map(([x], at) => Math.abs(x - (ring[at - 1]?.[0] ?? x))));
  return Math.max(...steps.filter(step => step < turn));
}

/** Both readings are common: programs rarely divide an edge, and rarely cut an area at the antimeridian. */
function acrossText(label: string, width: number): string {
  return l10n.t(
    '{0}: an edge of {1}° is read as {2}° across the antimeridian. If the long way is meant, add a vertex in between.',
    label,
    Number(width.toFixed(6)),
    Number((turn - width).toFixed(6)),
  );
}

/** One polygon, or several if it is cut at the antimeridian. */
function earthPolygons(rings: Position[][]): Polygon[] {
  const parts = ringsOnEarth(rings);
  if (!parts) {
    throw unclear();
  }
  // The outer ring counterclockwise, the holes clockwise (RFC 7946, 3.1.6).
  const polygons = parts.map((part): Polygon => {
    const coordinates = part.map((ring, index) => {
      return signedArea(ring) > 0 === (index === 0) ? ring : ring.toReversed();
    });
    return { type: 'Polygon', coordinates };
  });
  const flat = polygons.find(({ coordinates: [outer = []] }) => signedArea(outer) === 0);
  // The two halves of a bowtie cancel each other out.
  if (flat && findMeetings(flat.coordinates.slice(0, 1)).some(({ kind }) => kind === 'cross'))
    throw unclear();
  if (flat) {
    throw new Unreadable(l10n.t('its outer ring encloses no area'));
  }
  if (polygons.some(polygon => polygonAreaKm2(polygon) <= 0)) {
    throw new Unreadable(l10n.t('its holes are larger than its outer ring'));
  }
  return polygons;
}

function degreeRing(ring: unknown, number: number, shape: Shape): Position[] {
  if (!Array.isArray(ring)) throw tooShort(number);
  if (shape.crs.isGeographic && isSwapped(ring)) throw new Unreadable(swappedText());
  const kept: Position[] = [];
  let looksProjected = false;
  for (const [index, position] of ring.entries()) {
    const flat = flatPosition(position, number, index + 1);
    looksProjected ||= Math.abs(flat[0]) > 180 || Math.abs(flat[1]) > 90;
    const [longitude, latitude] = transformed(flat, shape, number, index + 1);
    const last = kept.at(-1);
    if (last?.[0] !== longitude || last[1] !== latitude) kept.push([longitude, latitude]);
  }
  if (!shape.crs.isGeographic && !looksProjected) {
    throw new Unreadable(l10n.t('its coordinates look like degrees, but claim to be in {0}', shape.crs.name));
  }
  const whole = closed(kept);
  if (whole.length < 4) throw tooShort(number);
  return whole;
}

function unclear(): Unreadable {
  return new Unreadable(
    l10n.t('crosses itself, or goes around a pole or the whole Earth. Divide it into parts'),
  );
}

/** Whether most latitudes would be beyond the poles, and none is if it is the longitude. */
function isSwapped(ring: readonly unknown[]): boolean {
  const positions = ring.filter(isPosition);
  const beyond = positions.filter(([, y]) => Math.abs(y) > 90);
  const canBe = positions.every(([x, y]) => Math.abs(x) <= 90 && Math.abs(y) <= halfTurn);
  return canBe && beyond.length * 2 > positions.length;
}

function tooShort(ring: number): Unreadable {
  return new Unreadable(l10n.t('ring {0} has fewer than three vertices', ring));
}

function flatPosition(position: unknown, ring: number, number: number): [number, number] {
  if (isPosition(position)) return [position[0], position[1]];
  throw new Unreadable(l10n.t('position {0} of ring {1} is not two numbers', number, ring));
}

const farthestLongitude = 540;

function transformed(from: [number, number], shape: Shape, ring: number, number: number): [number, number] {
  const [longitude, latitude] = shape.crs.toDegrees(from);
  // Programs draw across the antimeridian with longitudes that run on: more than one turn is no longitude.
  const farthest = shape.crs.isGeographic ? farthestLongitude : 180;
  if (Math.abs(longitude) <= farthest && Math.abs(latitude) <= 90) return [longitude, latitude];
  throw new Unreadable(
    shape.crs.isGeographic
      ? l10n.t(
          'position {0} of ring {1} is out of range for degrees: {2}, {3}. If it is projected, name the projection (SRID=32631; or a .prj file)',
          number,
          ring,
          ...from,
        )
      : l10n.t('position {0} of ring {1} ({2}, {3}) is outside {4}', number, ring, ...from, shape.crs.name),
  );
}
