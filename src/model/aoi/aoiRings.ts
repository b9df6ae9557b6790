/** The second half of the judgement of an AOI: whether rings of the right shape enclose an area without doubt. */
import * as l10n from '@vscode/l10n';
import type { Position } from 'geojson';
import { isSamePlace } from './aoiShape.ts';
import { error, type JsonPath, type Problem } from '../problem.ts';
import { sideOfRing, signedArea } from '../geometry/ring.ts';
import { findMeetings, type Edge, type Meeting } from '../geometry/ringMeetings.ts';
import { itemAt } from '../itemAt.ts';

type Rings = readonly (readonly Position[])[];

/**
 * What is wrong with the rings of one polygon, the outer one first.
 *
 * @param path of the list of rings
 */
export function checkRings(rings: Rings, path: JsonPath): Problem[] {
  const duplicates = rings.flatMap((ring, index) => checkDuplicates(ring, [...path, index]));
  const acrossAntimeridian = rings.flatMap((ring, index) => checkAntimeridian(ring, [...path, index]));
  // Read the wrong way round, such rings seem to cross one another.
  if (acrossAntimeridian.length > 0) return [...duplicates, ...acrossAntimeridian];
  const meetings = findMeetings(rings);
  return [...duplicates, ...checkMeetings(meetings, path), ...checkHoles(rings, meetings, path)];
}

/**
 * Rings that turn the wrong way: the outer one runs counter-clockwise, holes clockwise (RFC 7946, 3.1.6). Readers must
 * take either way, so that this is no fault.
 */
export function findWrongWinding(rings: Rings): number[] {
  return [...rings.entries()].flatMap(([index, ring]) => {
    const area = signedArea(ring);
    return (index === 0 ? area < 0 : area > 0) ? [index] : [];
  });
}

function checkDuplicates(ring: readonly Position[], path: JsonPath): Problem[] {
  const doubles = [...ring.keys()].filter(index => index > 0 && isSamePlace(ring[index], ring[index - 1]));
  const [first] = doubles;
  if (first === undefined) return [];
  const message =
    doubles.length === 1
      ? l10n.t('The position repeats the previous one. Remove it.')
      : l10n.t('{0} positions of the ring repeat the previous one. Remove them.', doubles.length);
  const related = doubles
    .slice(1, mostRelated + 1)
    .map(index => ({ message: l10n.t('Repeats the previous position.'), path: [...path, index] }));
  const problem = { code: 'ring-duplicates', message, severity: 'warning', path: [...path, first] } as const;
  return [related.length > 0 ? { ...problem, related } : problem];
}

const mostRelated = 20;

/** An edge of more than half of the Earth is nearly always a short one across the antimeridian (RFC 7946, 3.1.9). */
function checkAntimeridian(ring: readonly Position[], path: JsonPath): Problem[] {
  const index = ring.findIndex(([x = 0], at) => {
    // No edge begins at the last position.
    const [nextX = x] = ring[at + 1] ?? [x];
    const width = Math.abs(x - nextX);
    return width > 180 && width < 360;
  });
  if (index < 0) return [];
  const [from = 0, to = 0] = [ring[index]?.[0], ring[index + 1]?.[0]];
  const message = l10n.t(
    'The edge from longitude {0} to {1} is {2}° wide and crosses Greenwich. If it is meant to cross the antimeridian, cut the Polygon there.',
    from,
    to,
    Number(Math.abs(from - to).toFixed(6)),
  );
  return [error('crosses-antimeridian', message, [...path, index])];
}

function checkMeetings(meetings: readonly Meeting[], path: JsonPath): Problem[] {
  const told = new Set<string>();
  const crossing = new Set(
    meetings
      .filter(({ kind }) => kind !== 'touch')
      .map(({ first, second }) => `${first.ring} ${second.ring}`),
  );
  return meetings.flatMap(({ first, second, kind, at }): Problem[] => {
    const isOneRing = first.ring === second.ring;
    // A hole may touch the ring around it, and another hole, at a point. Where rings cross, they also touch.
    if (kind === 'touch' && (!isOneRing || crossing.has(`${first.ring} ${second.ring}`))) return [];
    // Where two corners meet, so do four pairs of their edges.
    const place = `${first.ring} ${second.ring} ${at.join(' ')}`;
    if (told.has(place)) return [];
    told.add(place);
    const [code, message] = describeMeeting(isOneRing, kind, first, second, at.map(shortNumber).join(', '));
    const related = [{ message: l10n.t('The other edge.'), path: pathOf(second, path) }];
    return [{ ...error(code, message, pathOf(first, path)), related }];
  });
}

function describeMeeting(
  isOneRing: boolean,
  kind: Meeting['kind'],
  first: Edge,
  second: Edge,
  place: string,
): [string, string] {
  if (!isOneRing) {
    const message =
      first.ring === 0
        ? l10n.t(
            'Hole {0} crosses the outer ring at {1}. Move it inside, or remove the hole.',
            second.ring,
            place,
          )
        : l10n.t(
            'Holes {0} and {1} cross at {2}. Merge them, or remove one.',
            first.ring,
            second.ring,
            place,
          );
    return ['hole-crosses', message];
  }
  switch (kind) {
    case 'cross':
      return [
        'ring-crosses',
        l10n.t(
          'The ring crosses itself at {0}: the edges after positions {1} and {2} intersect. Reorder the positions along the outline.',
          place,
          first.index,
          second.index,
        ),
      ];
    case 'overlap':
      return [
        'ring-crosses',
        l10n.t(
          'The ring overlaps itself at {0}: the edges after positions {1} and {2} coincide. Remove the detour.',
          place,
          first.index,
          second.index,
        ),
      ];
    case 'touch':
      return [
        'ring-touches',
        l10n.t(
          'The ring touches itself at {0}, at the edges after positions {1} and {2}. Move one away, or make two polygons.',
          place,
          first.index,
          second.index,
        ),
      ];
  }
}

/** Holes outside of the outer ring; those that cross it by their edges have been told. */
function checkHoles(rings: Rings, meetings: readonly Meeting[], path: JsonPath): Problem[] {
  const withOuter = meetings.filter(({ first, second }) => first.ring === 0 && second.ring > 0);
  return [...rings.keys()].slice(1).flatMap(index => {
    const own = withOuter.filter(({ second }) => second.ring === index);
    if (own.some(({ kind }) => kind !== 'touch')) return [];
    const sides = sidesOf(itemAt(rings, index), itemAt(rings, 0), own.length > 0);
    if (!sides.has('outside')) return [];
    const [code, message] = sides.has('inside')
      ? [
          'hole-crosses',
          l10n.t('Hole {0} crosses the outer ring. Move it inside, or remove the hole.', index),
        ]
      : [
          'hole-outside',
          l10n.t('Hole {0} is outside the outer ring. Move it inside, or remove the hole.', index),
        ];
    return [error(code, message, [...path, index])];
  });
}

/** Where the corners of a hole lie. One tells for all of them, unless the rings touch. */
function sidesOf(hole: readonly Position[], outer: readonly Position[], touches: boolean): Set<string> {
  const sides = new Set<string>();
  for (const position of hole) {
    const side = sideOfRing(position, outer);
    sides.add(side);
    if (!touches && side !== 'on') return sides;
  }
  return sides;
}

function pathOf(edge: Edge, path: JsonPath): JsonPath {
  return [...path, edge.ring, edge.index];
}

/** Seven digits after the point: a centimetre. */
function shortNumber(degrees: number): string {
  return String(Number(degrees.toFixed(7)));
}
