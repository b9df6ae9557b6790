import { parse } from 'jsonc-parser';
import type { Polygon, Position } from 'geojson';
import { describe, expect, it } from 'vitest';
import type { AreaChange, AreaRings } from '../../../../src/model/edits/areaChange.ts';
import { changeArea } from '../../../../src/model/edits/areaEdits.ts';
import { applyEdits } from '../../../../src/model/edits/geojsonEdit.ts';
import type { JsonPath } from '../../../../src/model/problem.ts';
import { expectLinear } from '../../growth.ts';
import { box, polygon } from '../geometry/polygons.ts';

function changed(text: string, change: AreaChange): { after: string; path: JsonPath | undefined } {
  const made = changeArea(text, change);
  if (made.kind === 'refused') throw new Error(made.reason);
  return { after: applyEdits(text, made.edits), path: made.path };
}

const reshaped = (text: string, rings: AreaRings, path: JsonPath = []) =>
  changed(text, { kind: 'reshape', path, rings }).after;

function refusal(text: string, change: AreaChange): string {
  const made = changeArea(text, change);
  return made.kind === 'refused' ? made.reason : `edits: ${applyEdits(text, made.edits)}`;
}

const square = box(1, 1, 2, 2);
const hole = box(1.2, 1.2, 1.4, 1.4).toReversed();
const closed = (...open: Position[]) => [...open, ...open.slice(0, 1)];
const text = (ring: string) => `{"type":"Polygon","coordinates":[${ring}]}`;
const [a, b, c, d] = [
  [1, 1],
  [2, 1],
  [2, 2],
  [1, 2],
] as [Position, Position, Position, Position];
const e: Position = [1.5, 0.5];

describe('a ring that is reshaped', () => {
  it.each<[string, string, Position[], string]>([
    [
      'a position moved: its two numbers change, the altitude stays',
      '[[1.0,1e0,5],[ 2.00, 1, 6, 7],[2,2],[1,2],[1,1,5]]',
      closed(a, [2.25, 1], c, d),
      '[[1.0,1e0,5],[ 2.25, 1, 6, 7],[2,2],[1,2],[1,1,5]]',
    ],
    [
      'the first one moved: the last one goes with it',
      '[\n  [1, 1], // first\n  [2, 1],\n  [2, 2],\n  [1, 2],\n  [1, 1]\n]',
      closed([0.5, -0], b, c, d),
      '[\n  [0.5, 0], // first\n  [2, 1],\n  [2, 2],\n  [1, 2],\n  [0.5, 0]\n]',
    ],
    [
      'one added between lines, written as its neighbour',
      '[\n  [ 1,1 ],\n  [ 2,1 , 30 ],\n  [ 2,2 ],\n  [ 1,2 ],\n  [ 1,1 ]\n]',
      closed(a, b, [2.5, 1.5], c, d),
      '[\n  [ 1,1 ],\n  [ 2,1 , 30 ],\n  [ 2.5,1.5 ],\n  [ 2,2 ],\n  [ 1,2 ],\n  [ 1,1 ]\n]',
    ],
    [
      'one added behind a comment',
      '[[1,1], /* south */\n[2,1], [2,2], [1,2], [1,1]]',
      closed(a, e, b, c, d),
      '[[1,1], /* south */\n[1.5,0.5], [2,1], [2,2], [1,2], [1,1]]',
    ],
    [
      'one added before the end',
      '[[1,1],[2,1],[2,2],[1,2],[1,1]]',
      closed(a, b, c, d, [0.5, 1.5]),
      '[[1,1],[2,1],[2,2],[1,2],[0.5,1.5],[1,1]]',
    ],
    [
      'one added before a comment about the end',
      '[[1,1],[2,1],[2,2],[1,2], /* end */ [1,1]]',
      closed(a, b, c, d, [0.5, 1.5]),
      '[[1,1],[2,1],[2,2],[1,2],[0.5,1.5], /* end */ [1,1]]',
    ],
    [
      'one removed with its comma and its line',
      '[\n  [1, 1],\n  [1.5, 0.5],\n  [2, 1],\n  [2, 2],\n  [1, 1]\n]',
      closed(a, b, c),
      '[\n  [1, 1],\n  [2, 1],\n  [2, 2],\n  [1, 1]\n]',
    ],
    [
      'one removed between comments, which stay',
      '[[1,1], // one\n[2,1], // two\n[2,2], // three\n[1,2],[1,1]]',
      closed(a, c, d),
      '[[1,1], // one\n // two\n[2,2], // three\n[1,2],[1,1]]',
    ],
    [
      'the first one removed: the ring begins at the next, with its altitude',
      '[[1,1,9],[2,1,8],[2,2,7],[1,2,6],[1,1,9]]',
      closed(b, c, d),
      '[[2,1,8],[2,2,7],[1,2,6],[2,1,8]]',
    ],
    [
      'an open ring closed by the way, in its layout',
      '[[1, 1] , [2, 1] , [2, 2] , [1, 2]]',
      closed(a, b, [3, 2], d),
      '[[1, 1] , [2, 1] , [3, 2] , [1, 2] , [1, 1]]',
    ],
    [
      'a comma too many stays',
      '[[1,1],[2,1],[2,2],[1,2],[1,1],]',
      closed(a, [2, 0.5], c, d, [0.5, 1.5]),
      '[[1,1],[2,0.5],[2,2],[1,2],[0.5,1.5],[1,1],]',
    ],
    [
      'a ring drawn from another start on',
      '[[1,1],[2,1.0],[2,2],[1,2],[1,1]]',
      closed(c, [0.5, 2], a, b),
      '[[1,1],[2,1.0],[2,2],[0.5,2],[1,1]]',
    ],
    [
      'a ring drawn the other way round',
      '[[1,1],[2,1.0],[2,2],[1,2],[1,1]]',
      closed(c, b, a, [0.5, 2]),
      '[[1,1],[2,1.0],[2,2],[0.5,2],[1,1]]',
    ],
    [
      'a corner moved over the opposite edge, though this turns the ring',
      '[[1.0,1],[2,1],[2,2],[1.0,1]]',
      closed([3, 1.5], b, c),
      '[[3,1.5],[2,1],[2,2],[3,1.5]]',
    ],
    [
      'numbers near zero, without an exponent',
      '[[1,1],[2,1],[2,2],[1,1]]',
      closed([-1e-7, 0.00000025], b, c),
      '[[-0.0000001,0.00000025],[2,1],[2,2],[-0.0000001,0.00000025]]',
    ],
    [
      'what was in another copy of the world, without new digits',
      '[[1,1],[2,1],[2,2],[1,1]]',
      closed([361.1234567, 1], [362, 1], [362, 2]),
      '[[1.1234567,1],[2,1],[2,2],[1.1234567,1]]',
    ],
    ['no ring at all', 'null', closed(a, b, c), '[[1, 1], [2, 1], [2, 2], [1, 1]]'],
  ])('%s', (_what, before, ring, after) => {
    expect(reshaped(text(before), [ring])).toBe(text(after));
  });

  it.each<[string, string, Position[]]>([
    ['as it was', '[[1.0,1],[2,1],[2,2],[1,2],[1.0,1]]', square],
    ['from another start on', '[[1.0,1],[2,1],[2,2],[1,2],[1.0,1]]', closed(c, d, a, b)],
    ['the other way round', '[[1.0,1],[2,1],[2,2],[1,2],[1.0,1]]', square.toReversed()],
    ['and was open', '[[1.0,1],[2,1],[2,2],[1,2]]', square],
    ['and repeats a position', '[[1.0,1],[2,1],[2,1],[2,2],[1,2],[1,1]]', square],
  ])('is left alone where it is the same outline: %s', (_what, before, ring) => {
    expect(changeArea(text(before), { kind: 'reshape', path: [], rings: [ring] })).toEqual({
      kind: 'edits',
      edits: [],
      path: [],
    });
  });

  it('is told where nothing can be drawn by hand alone: crossing itself is allowed', () => {
    expect(reshaped(text('[[1,1],[2,1],[2,2],[1,2],[1,1]]'), [closed(a, c, b, d)])).toBe(
      text('[[1,1],[2,2],[2,1],[1,2],[1,1]]'),
    );
  });

  it.each<[string, AreaRings, RegExp]>([
    ['too few positions', [closed(a, b)], /at least four positions/],
    ['no ring', [], /no ring/],
    ['an open ring', [[a, b, c, d]], /not closed/],
    ['no numbers', [closed(a, [NaN, 1], c)], /as numbers/],
    ['beyond the pole', [closed(a, [1, 91], c)], /latitude/],
    ['across the antimeridian', [box(179, 1, 181, 2)], /antimeridian.*second area beyond/],
    ['a hole of two positions', [square, closed(a, b)], /at least four positions/],
  ])('is refused with %s', (_what, rings, reason) => {
    expect(refusal(JSON.stringify(polygon(square)), { kind: 'reshape', path: [], rings })).toMatch(reason);
  });

  it('is found again, or refused', () => {
    const other = JSON.stringify({ type: 'Point', coordinates: [1, 1] });
    for (const path of [[], ['geometry'], ['__proto__'], ['coordinates', 0]]) {
      expect(refusal(other, { kind: 'reshape', path, rings: [square] })).toMatch(/no Polygon any more/);
    }
  });
});

describe('holes', () => {
  const both = `{"type":"Polygon","coordinates":[
  [[1,1],[2,1],[2,2],[1,2],[1,1]],
  [[1.2,1.4],[1.4,1.4],[1.4,1.2],[1.2,1.2],[1.2,1.4]], // a pond
  [[1.6,1.8],[1.8,1.8],[1.8,1.6],[1.6,1.8]]
]}`;
  const pond = closed([1.2, 1.4], [1.4, 1.4], [1.4, 1.2], [1.2, 1.2]);
  const second = closed([1.6, 1.8], [1.8, 1.8], [1.8, 1.6]);

  it.each<[string, AreaRings, string]>([
    ['stay when nothing changes', [square, pond, second], both],
    [
      'go, and leave the comment behind them',
      [square, second],
      both.replace('\n  [[1.2,1.4],[1.4,1.4],[1.4,1.2],[1.2,1.2],[1.2,1.4]], // a', ' // a'),
    ],
    [
      'change by themselves',
      [square, pond, closed([1.6, 1.8], [1.9, 1.8], [1.8, 1.6])],
      both.replace('],[1.8,1.8],', '],[1.9,1.8],'),
    ],
    [
      'have the same corners in another order',
      [square, closed([1.2, 1.4], [1.4, 1.2], [1.4, 1.4], [1.2, 1.2]), second],
      both.replace('[1.4,1.4],[1.4,1.2],', '[1.4,1.2],[1.4,1.4],'),
    ],
    [
      'come on a line of their own',
      [square, pond, second, closed([1.2, 1.8], [1.3, 1.8], [1.3, 1.7])],
      both.replace('[1.6,1.8]]\n', '[1.6,1.8]],\n  [[1.2,1.8],[1.3,1.8],[1.3,1.7],[1.2,1.8]]\n'),
    ],
  ])('%s', (_what, rings, after) => {
    const made = reshaped(both, rings);
    expect((parse(made, [], { allowTrailingComma: true }) as Polygon).coordinates).toEqual(rings);
    expect(made).toBe(after);
  });

  it('comes into a polygon without one, and the last one goes', () => {
    const compact = text('[[1,1],[2,1],[2,2],[1,2],[1,1]]');
    const withHole = reshaped(compact, [square, hole]);
    expect(withHole).toBe(JSON.stringify(polygon(square, hole)));
    expect(reshaped(withHole, [square])).toBe(compact);
  });
});

// No minus zero.
const rounded = (value: number) => Number(value.toFixed(7)) + 0;

describe('a ring of many positions', () => {
  const circle = (count: number) =>
    Array.from({ length: count }, (_value, index): Position => {
      const angle = (2 * Math.PI * index) / count;
      return [rounded(5 + Math.cos(angle)), rounded(43 + Math.sin(angle))];
    });
  const moved = (open: Position[]) => open.with(open.length / 2, [5, 43]);

  it.each<[string, (open: Position[]) => Position[], (count: number) => number]>([
    ['one is moved', moved, () => 2],
    ['the first is moved', open => open.with(0, [7, 44]), () => 4],
    ['one is moved and the ring begins elsewhere', open => turned(moved(open), 777), () => 2],
    ['every third stays', open => open.filter((_position, index) => index % 3 === 0), count => count],
    ['all are moved', open => open.map(([x = 0, y = 0]) => [rounded(x + 1), y]), count => count + 1],
  ])('is written in time that grows with it when %s', (_what, change, most) => {
    expectLinear(
      1_000,
      count => {
        const open = circle(count);
        return { count, text: JSON.stringify(polygon(closed(...open))), next: change(open) };
      },
      ({ count, text, next }) => {
        const made = changeArea(text, { kind: 'reshape', path: [], rings: [closed(...next)] });
        if (made.kind === 'refused') throw new Error(made.reason);
        expect(made.edits.length).toBeGreaterThan(0);
        expect(made.edits.length).toBeLessThanOrEqual(most(count));
        if (count > 1_000) return;
        const after = JSON.parse(applyEdits(text, made.edits)) as Polygon;
        expect(new Set(after.coordinates[0]?.map(String))).toEqual(new Set(next.map(String)));
      },
    );
  });

  function turned(ring: readonly Position[], start: number): Position[] {
    return [...ring.slice(start), ...ring.slice(0, start)];
  }
});
