/** The edits that give a written Polygon other rings. */
import * as l10n from '@vscode/l10n';
import type { Position } from 'geojson';
import { align, type AlignStep } from './alignment.ts';
import type { AreaEdits, AreaRings } from './areaChange.ts';
import { checkCoordinates } from '../aoi/aoiShape.ts';
import { shifted, type TextEdit } from './geojsonEdit.ts';
import { readJson, type JsonText, type TextRange } from '../geojson/geojsonSource.ts';
import { listEdits } from './listEdits.ts';
import type { JsonPath } from '../problem.ts';
import { defaultStyle, positionsIn, ringEdits, ringStyle, ringText, type RingStyle } from './ringDiff.ts';
import { isSameOutline, keyOfPlace, openRing } from './ringFit.ts';
import { valueAt } from '../json/valueAt.ts';
import { plainNumber } from '../words/plainNumber.ts';
import { decimalsOf } from './ringText.ts';
import { itemAt } from '../itemAt.ts';
import { isRecord } from '../fields.ts';

const halfTurn = 180;
const turn = 360;

/**
 * Rings as [longitude, latitude] with longitudes within ±180°, moved by whole turns where they were drawn in another
 * copy of the world; `undefined` when they lie across the antimeridian.
 */
function inFirstWorld(rings: AreaRings): Position[][] | undefined {
  let [west, east] = [Infinity, -Infinity];
  for (const [x = 0] of rings.flat()) [west, east] = [Math.min(west, x), Math.max(east, x)];
  const isNumbers = Number.isFinite(west) && Number.isFinite(east);
  const turns = isNumbers && (west < -halfTurn || east > halfTurn) ? Math.round((west + east) / 2 / turn) : 0;
  const by = turns * turn;
  if (isNumbers && (west - by < -halfTurn || east - by > halfTurn)) return undefined;
  return rings.map(ring => ring.map(([x = 0, y = 0]) => [by === 0 ? x : movedWest(x, by), y]));
}

/** With no more digits after the point than before: the difference of two doubles has many. */
function movedWest(longitude: number, degrees: number): number {
  return Number((longitude - degrees).toFixed(Math.min(decimalsOf(plainNumber(longitude)), 15)));
}

/** Rings that can be written; a sentence where they cannot. */
export function usableRings(rings: AreaRings): Position[][] | string {
  const placed = inFirstWorld(rings);
  if (!placed) {
    return l10n.t(
      'The area lies across the antimeridian: draw it up to ±180° of longitude, then a second area beyond.',
    );
  }
  const fault = checkCoordinates(placed, []).find(({ severity }) => severity === 'error');
  return fault ? l10n.t('The area cannot be written with this shape. {0}', fault.message) : placed;
}

/** @param json of the text, whole */
export function reshapeArea(text: string, json: JsonText, path: JsonPath, wanted: AreaRings): AreaEdits {
  const polygon = valueAt(json.value, path);
  const [range] = json.rangesOf([path]);
  if (!isRecord(polygon) || polygon.type !== 'Polygon' || !Array.isArray(polygon.coordinates) || !range) {
    const reason = l10n.t(
      'There is no Polygon any more where the area was: choose the area again and repeat the change.',
    );
    return { kind: 'refused', reason };
  }
  const usable = usableRings(wanted);
  if (typeof usable === 'string') return { kind: 'refused', reason: usable };
  const rings: unknown[] = polygon.coordinates;
  // What stands around the polygon can be long, and need not be gone through again.
  const edits = editsWithin(text, range, (part, partJson) => polygonEdits(part, partJson, rings, usable));
  return { kind: 'edits', edits, path };
}

function editsWithin(
  text: string,
  { offset, length }: TextRange,
  change: (part: string, json: JsonText) => TextEdit[],
): TextEdit[] {
  const part = text.slice(offset, offset + length);
  const json = readJson(part);
  return json ? shifted(change(part, json), offset) : [];
}

const path: JsonPath = ['coordinates'];

function polygonEdits(text: string, json: JsonText, old: unknown[], next: readonly Position[][]): TextEdit[] {
  const outlines = old.map(ring => outlineOf(positionsIn(ring) ?? []));
  const holes = align(outlines.slice(1), next.slice(1).map(outlineOf), {
    isSame: (one, other) => one.key() === other.key(),
    keyOf: one => one.key(),
    distance: ({ middle: [ax = 0, ay = 0] }, { middle: [bx = 0, by = 0] }) => Math.hypot(ax - bx, ay - by),
  });
  // The outer ring stays what it is, however it changes.
  const outer: AlignStep = old.length > 0 ? { kind: 'change', from: 0, to: 0 } : { kind: 'insert', to: 0 };
  const steps = [outer, ...holes.map(ofHole)];
  const places = once(() => json.rangesOf([path, ...old.map((_ring, index) => [...path, index])]));
  const placeOf = (index: number) => places()[index + 1];
  const style = once(() => {
    const model = old.findIndex(ring => (positionsIn(ring)?.length ?? 0) > 1);
    const count = positionsIn(old[model])?.length ?? 0;
    return model < 0 ? defaultStyle : ringStyle(text, json, [...path, model], count);
  });
  const isChange = steps.every(({ kind }) => kind === 'change');
  // Where each ring stands is a matter of those alone that come or go.
  const range = isChange ? { offset: 0, length: 0 } : places()[0];
  if (!range) return [];
  return listEdits({ text, count: old.length, range, rangeOf: placeOf }, steps, {
    textOf: to => ringText(itemAt(next, to), style()),
    change: (from, to) => {
      const [written, wanted] = [positionsIn(old[from]), itemAt(next, to)];
      const isRing = written !== undefined && written.length > 0;
      if (isRing && old.length === 1) return ringEdits(text, json, [...path, from], written, wanted);
      if (isRing && isSameOutline(written, wanted)) return [];
      const place = placeOf(from);
      if (!place) return [];
      if (!isRing) return [{ ...place, text: ringText(wanted, style()) }];
      // Of many rings each is gone through by itself.
      return editsWithin(text, place, (ring, ringJson) => ringEdits(ring, ringJson, [], written, wanted));
    },
    separator: () => ringSeparator(text, placeOf(0)?.offset, style()),
  });
}

/** A step among holes as one among rings. */
function ofHole(step: AlignStep): AlignStep {
  switch (step.kind) {
    // The same positions can be in another order.
    case 'keep':
    case 'change':
      return { kind: 'change', from: step.from + 1, to: step.to + 1 };
    case 'remove':
      return { kind: 'remove', from: step.from + 1 };
    case 'insert':
      return { kind: 'insert', to: step.to + 1 };
  }
}

/** What is asked for seldom and costs something. */
function once<T>(find: () => T): () => T {
  let found: { value: T } | undefined;
  return () => (found ??= { value: find() }).value;
}

interface Outline {
  /** The same for the same outline, wherever it begins and whichever way it runs. */
  key: () => string;
  middle: Position;
}

function outlineOf(ring: readonly Position[]): Outline {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x = 0, y = 0] of ring) {
    [west, east] = [Math.min(west, x), Math.max(east, x)];
    [south, north] = [Math.min(south, y), Math.max(north, y)];
  }
  let key: string | undefined;
  return {
    key: () => (key ??= [...new Set(openRing(ring).map(keyOfPlace))].sort().join()),
    middle: ring.length === 0 ? [0, 0] : [(west + east) / 2, (south + north) / 2],
  };
}

/** A second ring stands under the first one where this begins a line. */
function ringSeparator(text: string, offset: number | undefined, style: RingStyle): string {
  const indent = /\r?\n[ \t]*$/.exec(text.slice(0, offset ?? 0))?.[0];
  return indent ? `,${indent}` : /\n/.test(style.separator) ? style.comma : style.separator;
}
