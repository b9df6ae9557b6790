/** Second step of checking an AOI: whether rings of valid shape enclose an unambiguous area. */
import * as l10n from '@vscode/l10n';
import type { Polygon, Position } from 'geojson';
import { isRecord } from '../base/fields.ts';
import { itemAt } from '../base/itemAt.ts';
import { error, type JsonPath, type Problem } from '../base/problem.ts';
import type { AreaProblemCode } from '../base/problemCodes.ts';
import { positionText } from './positionText.ts';
import { type Edge, findMeetings, type Meeting, sideOfRing, signedArea } from './ring.ts';
import { swappedText } from './swappedText.ts';

type Rings = readonly (readonly Position[])[];

/**
 * Problems of the rings of one polygon, the outer ring first.
 *
 * @param path of the list of rings
 */
export function checkRings(rings: Rings, path: JsonPath): Problem[] {
  const duplicates = rings.flatMap((ring, index) => checkDuplicates(ring, [...path, index]));
  const acrossAntimeridian = rings.flatMap((ring, index) => checkAntimeridian(ring, [...path, index]));
  // If edges take the long way around, such rings seem to cross each other.
  if (acrossAntimeridian.length > 0) return [...duplicates, ...acrossAntimeridian];
  const meetings = findMeetings(rings);
  return [...duplicates, ...checkMeetings(rings, meetings, path), ...checkHoles(rings, meetings, path)];
}

/**
 * Rings with the wrong winding: the outer ring runs counterclockwise, holes clockwise (RFC 7946, 3.1.6). Readers must
 * accept either, so this isn't an error.
 */
export function findWrongWinding(rings: Rings): number[] {
  return [...rings.entries()].flatMap(([index, ring]) => {
    const area = signedArea(ring);
    return (index === 0 ? area < 0 : area > 0) ? [index] : [];
  });
}

function checkDuplicates(ring: readonly Position[], path: JsonPath): Problem[] {
  const doubles: number[] = [];
  for (let index = 1; index < ring.length; index++)
    if (isSamePlace(ring[index], ring[index - 1])) doubles.push(index);
  const [first] = doubles;
  if (first === undefined) return [];
  const message = l10n.t('The position repeats the previous one. Remove it.');
  const related = doubles.slice(1, maxRelated + 1).map(index => ({ message, path: [...path, index] }));
  const problem = { code: 'ring-duplicates', message, severity: 'warning', path: [...path, first] } as const;
  return [related.length > 0 ? { ...problem, related } : problem];
}

const maxRelated = 20;

/**
 * An edge across more than half of the Earth is nearly always a short one across the antimeridian (RFC 7946, 3.1.9).
 */
function checkAntimeridian(ring: readonly Position[], path: JsonPath): Problem[] {
  const index = ring.findIndex(([x], at) => {
    // No edge starts at the last position.
    const [nextX = x] = ring[at + 1] ?? [x];
    const width = Math.abs(x - nextX);
    return width > 180 && width < 360;
  });
  if (index < 0) return [];
  const [from] = itemAt(ring, index);
  const [to] = itemAt(ring, index + 1);
  const message = l10n.t(
    'The edge from longitude {0} to {1} is {2}° wide and crosses Greenwich. If it is meant to cross the antimeridian, cut the Polygon there.',
    from,
    to,
    Number(Math.abs(from - to).toFixed(6)),
  );
  return [error('crosses-antimeridian', message, [...path, index])];
}

function checkMeetings(rings: Rings, meetings: readonly Meeting[], path: JsonPath): Problem[] {
  const exchange = findExchange(rings, meetings);
  const reported = new Set<string>();
  const crossing = new Set(
    meetings
      .filter(({ kind }) => kind !== 'touch')
      .map(({ first, second }) => `${first.ring} ${second.ring}`),
  );
  return meetings.flatMap(({ first, second, kind, at }): Problem[] => {
    const isOneRing = first.ring === second.ring;
    // A hole may touch the ring around it, and another hole, at a point. Where rings cross, they also touch.
    if (kind === 'touch' && (!isOneRing || crossing.has(`${first.ring} ${second.ring}`))) return [];
    // Where two vertices touch, four pairs of their edges do.
    const place = `${first.ring} ${second.ring} ${at.join(' ')}`;
    if (reported.has(place)) return [];
    reported.add(place);
    const related = [{ message: l10n.t('The other edge.'), path: edgePath(second, path) }];
    const where = positionText(at);
    const [code, message]: [AreaProblemCode, string] = isOneRing
      ? ownMeeting(kind === 'touch', [where, edgeText(rings, first), edgeText(rings, second)], exchange?.pair)
      : ['hole-crosses', holeText(first.ring, second.ring)];
    return [{ ...error(code, message, edgePath(first, path)), related }];
  });
}

/**
 * The exchange of two positions after which a ring that crosses itself once doesn't, nor another ring: the figure of a
 * bow tie, which two positions in the wrong order make. `undefined` if that isn't what is wrong.
 */
export function findExchange(
  rings: Rings,
  meetings: readonly Meeting[] = findMeetings(rings),
): { ring: number; pair: [number, number]; order: number[] } | undefined {
  const [only, ...others] = meetings;
  if (!only || others.length > 0 || only.kind !== 'cross' || only.first.ring !== only.second.ring)
    return undefined;
  const { first, second } = only;
  const { ring } = first;
  const positions = itemAt(rings, ring);
  const count = positions.length - 1;
  const apart = second.index - first.index;
  // The ends of the edge between those that cross.
  const pair = [
    apart === 2 ? first.index + 1 : (second.index + 1) % count,
    apart === 2 ? second.index : first.index,
  ];
  if (apart !== 2 && apart !== count - 2) return undefined;
  const [left = 0, right = 0] = pair;
  const order = [...positions.keys()].map(at => (at === left ? right : at === right ? left : at));
  order[count] = order[0] ?? 0;
  const next = rings.map((list, at) => (at === ring ? order.map(from => itemAt(positions, from)) : list));
  const isSound = findMeetings(next).length === 0 && checkHoles(next, [], []).length === 0;
  return isSound ? { ring, pair: [left, right], order } : undefined;
}

/** "1–2" for the edge between the first two positions: people count from 1, as messages of imports do. */
function edgeText(rings: Rings, { ring, index }: Edge): string {
  const last = (rings[ring]?.length ?? 0) - 1;
  return `${index + 1}–${index + 1 === last ? 1 : index + 2}`;
}

/** @param place the position, and the two edges */
function ownMeeting(
  isTouch: boolean,
  place: [string, string, string],
  pair: [number, number] | undefined,
): [AreaProblemCode, string] {
  if (isTouch)
    return [
      'ring-touches',
      l10n.t(
        'The ring touches itself at {0}, between positions {1} and {2} (the first is 1). Move one away.',
        ...place,
      ),
    ];
  const crosses = l10n.t(
    'The ring crosses itself at {0}, between positions {1} and {2} (the first is 1).',
    ...place,
  );
  if (!pair) return ['ring-crosses', crosses];
  const [left, right] = pair.map(index => index + 1);
  return ['ring-bow-tie', `${crosses} ${l10n.t('Exchange positions {0} and {1}.', left ?? 0, right ?? 0)}`];
}

/** @param ring the ring that a hole crosses or is outside of; 0 is the outer ring */
function holeText(ring: number, hole: number): string {
  return ring === 0
    ? l10n.t("Hole {0} isn't inside the outer ring. Move it inside, or remove it.", hole)
    : l10n.t('Holes {0} and {1} cross. Merge them, or remove one.', ring, hole);
}

/** Holes outside the outer ring; holes whose edges cross it are already reported. */
function checkHoles(rings: Rings, meetings: readonly Meeting[], path: JsonPath): Problem[] {
  const withOuter = meetings.filter(({ first, second }) => first.ring === 0 && second.ring > 0);
  return [...rings.keys()].slice(1).flatMap(index => {
    const holeMeetings = withOuter.filter(({ second }) => second.ring === index);
    if (holeMeetings.some(({ kind }) => kind !== 'touch')) return [];
    const sides = holeSides(itemAt(rings, index), itemAt(rings, 0), holeMeetings.length > 0);
    if (!sides.has('outside')) return [];
    const code = sides.has('inside') ? 'hole-crosses' : 'hole-outside';
    return [error(code, holeText(0, index), [...path, index])];
  });
}

/** The sides that the vertices of a hole are on. One vertex is enough unless the rings touch. */
function holeSides(hole: readonly Position[], outer: readonly Position[], touches: boolean): Set<string> {
  const sides = new Set<string>();
  for (const position of hole) {
    const side = sideOfRing(position, outer);
    sides.add(side);
    if (!touches && side !== 'on') return sides;
  }
  return sides;
}

function edgePath(edge: Edge, path: JsonPath): JsonPath {
  return [...path, edge.ring, edge.index];
}

// First step of checking an AOI: whether it is a Polygon of closed rings in degrees.

/** Minimum positions of a ring, the last equal to the first (RFC 7946, 3.1.6). */
const fewestPositions = 4;

/** Why a value isn't a Polygon; with an empty list, or only warnings, its rings can be checked. */
export function checkShape(geometry: unknown): Problem[] {
  if (!isRecord(geometry)) {
    return [error('aoi-missing', l10n.t('The AOI must be a GeoJSON Polygon.'), [])];
  }
  const { type } = geometry;
  if (type !== 'Polygon') {
    const message =
      typeof type === 'string'
        ? l10n.t('The AOI must be a "Polygon", but it is a "{0}". Use a polygon of it, or draw one.', type)
        : l10n.t('The AOI must be a GeoJSON Polygon.');
    return [error('aoi-not-polygon', message, ['type'])];
  }
  return checkCoordinates(geometry.coordinates, ['coordinates']);
}

/** Whether a value is a Polygon that can be drawn and measured, even if its rings cross. */
export function isPolygon(geometry: unknown): geometry is Polygon {
  return checkShape(geometry).every(({ severity }) => severity !== 'error');
}

/** The same for the coordinates of a Polygon, or of one polygon in a MultiPolygon, at their path. */
export function checkCoordinates(rings: unknown, path: JsonPath): Problem[] {
  if (!Array.isArray(rings) || rings.length === 0) {
    return [error('aoi-no-rings', ringsNeeded(), path)];
  }
  const problems = rings.flatMap((ring: unknown, index) => checkRing(ring, [...path, index]));
  if (!problems.some(({ code }) => code === 'position-outside')) return problems;
  const whole = checkUnits(rings, path);
  return whole ? [whole, ...problems.filter(({ code }) => code !== 'position-outside')] : problems;
}

/** Compares only longitude and latitude. */
export function isSamePlace(a: Position | undefined, b: Position | undefined): boolean {
  return a?.[0] === b?.[0] && a?.[1] === b?.[1];
}

function ringsNeeded(): string {
  return l10n.t('A Polygon needs rings, which are arrays of [longitude, latitude] positions.');
}

function checkRing(ring: unknown, path: JsonPath): Problem[] {
  if (!Array.isArray(ring)) return [error('ring-not-array', ringsNeeded(), path)];
  const problems: Problem[] = [];
  // A loop, because a ring can have a hundred thousand positions.
  for (let index = 0; index < ring.length; index++) {
    const problem = checkPosition(ring[index], path, index);
    if (problem) problems.push(problem);
  }
  if (problems.length > 0) return problems;
  const positions = ring as Position[];
  const altitudes = checkAltitudes(positions, path);
  if (!hasDifferent(positions, fewestPositions)) {
    const message = l10n.t('A ring needs at least four positions, with the last equal to the first.');
    return [error('ring-too-short', message, path), ...altitudes];
  }
  if (!isSamePlace(positions[0], positions.at(-1))) {
    const message = l10n.t('The ring is not closed: the last position must repeat the first.');
    return [error('ring-not-closed', message, [...path, positions.length - 1]), ...altitudes];
  }
  return altitudes;
}

/** Whether at least so many positions differ from the one before. */
function hasDifferent(positions: readonly Position[], fewest: number): boolean {
  let different = 0;
  return positions.some((position, index) => {
    if (!isSamePlace(position, positions[index - 1])) different += 1;
    return different >= fewest;
  });
}

function checkPosition(position: unknown, ring: JsonPath, index: number): Problem | undefined {
  if (!isNumbers(position)) {
    const message = l10n.t('A position must be [longitude, latitude] in degrees, as numbers without quotes.');
    return error('position-not-numbers', message, [...ring, index]);
  }
  const [longitude, latitude] = position;
  if (Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180) return undefined;
  const message = l10n.t('{0}, {1} is outside ±180 longitude and ±90 latitude.', longitude, latitude);
  return error('position-outside', message, [...ring, index]);
}

/** One warning per ring: files with altitudes have them at every position. */
function checkAltitudes(ring: readonly Position[], path: JsonPath): Problem[] {
  const first = ring.findIndex(position => position.length > 2);
  if (first < 0) return [];
  const message = l10n.t('The position has more than longitude and latitude. Remove the altitude.');
  return [{ code: 'position-altitude', message, severity: 'warning', path: [...path, first] }];
}

/** One cause that explains all coordinates outside the range of degrees; a single outlier has no such cause. */
function checkUnits(rings: readonly unknown[], path: JsonPath): Problem | undefined {
  const all = rings.flat().filter(isNumbers);
  const beyondAnyDegrees = all.filter(([x, y]) => Math.abs(x) > 540 || Math.abs(y) > 540);
  if (beyondAnyDegrees.length * 2 > all.length) {
    const [x, y] = itemAt(all, 0);
    const message = l10n.t('{0}, {1} look like meters, not degrees. Export it in WGS 84 (EPSG:4326).', x, y);
    return error('aoi-projected', message, path);
  }
  const polar = all.filter(([, y]) => Math.abs(y) > 90);
  const canBeSwapped = all.every(([x, y]) => Math.abs(x) <= 90 && Math.abs(y) <= 180);
  if (!canBeSwapped || polar.length * 2 <= all.length) return undefined;
  return error('axes-swapped', swappedText(), path);
}

function isNumbers(position: unknown): position is [number, number] {
  return Array.isArray(position) && position.length >= 2 && position.every(Number.isFinite);
}
