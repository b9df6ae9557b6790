import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { afterStep, type AreaRings, type VertexStep } from '../../../src/model/edits/areaChange.ts';
import type { AreaChangeOnMap, AreaRow } from '../../../src/shared/protocol.ts';
import { areaAgain, mostHandles, positionCount, sameRings } from './areaRings.ts';
import { numberText } from '../../../src/model/words/displayLanguage.ts';

export type DrawnShape = 'polygon' | 'rectangle';

/** What the pointer and the keys do on the map. */
export type Tool =
  | { kind: 'none' }
  /** @property corners of a drawing that was refused: it is opened again, so that it is not lost */
  | { kind: 'drawing'; shape: DrawnShape; corners: AreaRings[number] }
  /** The area to reshape is still to be chosen. */
  | { kind: 'choosing' }
  /**
   * @property opened the rings that the handles were put on; other ones mean that the handles are put on anew
   * @property rings what the handles show by now
   */
  | { kind: 'reshaping'; key: string; opened: AreaRings; rings: AreaRings }
  /** Nothing of it is written anywhere. */
  | { kind: 'measuring' };

/** A change that the text does not say yet. */
interface Unwritten {
  change: AreaChangeOnMap;
  /** The rings of the area when it was changed. It is sent only as long as these stand in the text. */
  madeOn?: AreaRings;
}

/** The editing of the areas: what the tool is, what is on its way to the text, and what goes there next. */
export interface Editing {
  tool: Tool;
  /** Sent and not yet answered. */
  waiting: (Unwritten & { id: number }) | undefined;
  /** Sent one by one after the answer. */
  queue: readonly Unwritten[];
  nextId: number;
}

/** The areas of the text as it was read last, and why it cannot be changed for now. */
export interface TextNow {
  rows: readonly AreaRow[];
  locked: string | undefined;
}

/** What came of an event. */
export interface Outcome {
  editing: Editing;
  send?: { id: number; change: AreaChangeOnMap };
  /** Shown on the page until the next change, and told to a screen reader. */
  problem?: string;
  /** Told to a screen reader alone: who sees the map sees it. */
  said?: string;
  /** The change that was written into the text. */
  written?: AreaChangeOnMap;
}

const noTool: Tool = { kind: 'none' };

export const notEditing: Editing = { tool: noTool, waiting: undefined, queue: [], nextId: 1 };

export function startDrawing(editing: Editing, shape: DrawnShape, { locked }: TextNow): Outcome {
  if (locked !== undefined) return { editing, problem: locked };
  return { editing: { ...editing, tool: { kind: 'drawing', shape, corners: [] } } };
}

/** While the areas are locked the drawing stays as it is: it can be finished later. */
export function finishDrawing(editing: Editing, ring: AreaRings[number], text: TextNow): Outcome {
  if (editing.tool.kind !== 'drawing') return { editing };
  if (text.locked !== undefined) return { editing, problem: text.locked };
  return submitted({ ...editing, tool: noTool }, { change: { kind: 'add', ring } }, text);
}

/** @param row the area to put handles on; `undefined` when one is to be chosen on the map */
export function startReshaping(editing: Editing, row: AreaRow | undefined): Outcome {
  if (!row) return { editing: { ...editing, tool: { kind: 'choosing' } } };
  const count = positionCount(row.polygon.coordinates);
  if (count > mostHandles) {
    const problem = l10n.t(
      '{0} has {1} positions: simplify it first (quick fix in the text).',
      row.name,
      numberText(count),
    );
    return { editing: { ...editing, tool: noTool }, problem };
  }
  // What is on its way to the text is already its shape for the person.
  return { editing: { ...editing, tool: handlesOn(row.key, shownRings(editing, row)) } };
}

/** One vertex was moved, put in or deleted. */
export function reshaped(editing: Editing, step: VertexStep, text: TextNow): Outcome {
  const { tool } = editing;
  if (tool.kind !== 'reshaping') return { editing };
  const { key, rings } = tool;
  if (text.locked !== undefined) {
    return { editing: { ...editing, tool: handlesOn(key, [...rings]) }, problem: text.locked };
  }
  const stepped: Editing = { ...editing, tool: { ...tool, rings: afterStep(rings, step) } };
  return submitted(stepped, { change: { kind: 'reshape', key, step }, madeOn: rings }, text);
}

export function removed(editing: Editing, row: AreaRow, text: TextNow): Outcome {
  const { key } = row;
  const madeOn = shownRings(editing, row);
  const tool = editing.tool.kind === 'reshaping' ? noTool : editing.tool;
  return submitted({ ...editing, tool }, { change: { kind: 'remove', key }, madeOn }, text);
}

export function left(editing: Editing): Outcome {
  return { editing: { ...editing, tool: noTool } };
}

/** A new reading of the text has arrived as a whole. What is on its way may be in it or not: the answer tells. */
export function textRead(editing: Editing, { rows }: TextNow): Outcome {
  return editing.waiting ? { editing } : followed(editing, rows);
}

/** The host's answer. One to a change that was meant for another document says nothing any more. */
export function answered(
  editing: Editing,
  id: number,
  problem: string | undefined,
  { rows }: TextNow,
): Outcome {
  if (editing.waiting?.id !== id) return { editing };
  const { change } = editing.waiting;
  const free: Editing = { ...editing, waiting: undefined };
  if (problem === undefined) return { said: doneText(change), written: change, ...sentNext(free, rows) };
  const isOpenedAgain = change.kind === 'add' && free.tool.kind === 'none';
  const tool: Tool = isOpenedAgain
    ? { kind: 'drawing', shape: 'polygon', corners: change.ring.slice(0, -1) }
    : free.tool;
  const said = l10n.t('The change was refused: {0}', problem);
  return { ...sentNext({ ...free, tool }, rows), problem, said };
}

/** The map follows another document, or none. A drawing goes on: it can be added there as well. */
export function turnedAway({ tool, nextId }: Editing): Outcome {
  const goesOn = tool.kind === 'drawing' || tool.kind === 'measuring';
  return { editing: { ...notEditing, tool: goesOn ? tool : noTool, nextId } };
}

/** What a person has done and the text does not say yet, oldest first. */
export function unwritten({ waiting, queue }: Editing): readonly Unwritten[] {
  return waiting ? [waiting, ...queue] : queue;
}

/** The rings that an area is drawn with: what is on its way to the text stands for the text. */
export function shownRings(editing: Editing, row: AreaRow): AreaRings {
  const latest = unwritten(editing).findLast(
    ({ change }) => change.kind === 'reshape' && change.key === row.key,
  );
  return latest?.madeOn && latest.change.kind === 'reshape'
    ? afterStep(latest.madeOn, latest.change.step)
    : row.polygon.coordinates;
}

/** Whether an area is about to go from the text: until it has gone the names of the others are not sure. */
export function isRemoving(editing: Editing): boolean {
  return unwritten(editing).some(({ change }) => change.kind === 'remove');
}

function submitted(editing: Editing, made: Unwritten, { rows }: TextNow): Outcome {
  const last = editing.queue.at(-1);
  // A key that is held down moves one vertex many times.
  const queue =
    last && isSameMove(last.change, made.change)
      ? [...editing.queue.slice(0, -1), { ...last, change: made.change }]
      : [...editing.queue, made];
  return sentNext({ ...editing, queue }, rows);
}

function isSameMove(one: AreaChangeOnMap, other: AreaChangeOnMap): boolean {
  if (one.kind !== 'reshape' || other.kind !== 'reshape' || one.key !== other.key) return false;
  const [a, b] = [one.step, other.step];
  return a.kind === 'move' && b.kind === 'move' && a.ring === b.ring && a.vertex === b.vertex;
}

/** The text wins: what was made on other rings than it has by now is taken back. */
function sentNext(editing: Editing, rows: readonly AreaRow[]): Outcome {
  const [next, ...queue] = editing.queue;
  if (editing.waiting) return { editing };
  if (!next) return followed(editing, rows);
  if (!isMadeOnText(next, rows)) {
    const problem = l10n.t('The text changed: your last change on the map was taken back.');
    return { ...sentNext({ ...editing, queue }, rows), problem, said: problem };
  }
  const send = { id: editing.nextId, change: next.change };
  const waiting = { ...next, id: send.id };
  return { editing: { ...editing, waiting, queue, nextId: send.id + 1 }, send };
}

function isMadeOnText({ change, madeOn }: Unwritten, rows: readonly AreaRow[]): boolean {
  if (change.kind === 'add' || !madeOn) return true;
  const row = rows.find(({ key }) => key === change.key);
  return row !== undefined && sameRings(row.polygon.coordinates, madeOn);
}

/** With nothing on its way the handles show what the text says, as after an undo. */
function followed(editing: Editing, rows: readonly AreaRow[]): Outcome {
  const { tool } = editing;
  if (tool.kind !== 'reshaping') return { editing };
  const row = areaAgain(rows, tool.key, tool.rings);
  if (!row) {
    const problem = l10n.t('The area that was being reshaped is no longer in the text.');
    return { editing: { ...editing, tool: noTool }, problem };
  }
  const rings = row.polygon.coordinates;
  if (sameRings(rings, tool.rings)) return { editing: { ...editing, tool: { ...tool, key: row.key } } };
  const fits = positionCount(rings) <= mostHandles;
  return { editing: { ...editing, tool: fits ? handlesOn(row.key, rings) : noTool } };
}

function handlesOn(key: string, rings: AreaRings): Tool {
  return { kind: 'reshaping', key, opened: rings, rings };
}

function doneText(change: AreaChangeOnMap): string {
  switch (change.kind) {
    case 'add':
      return l10n.t('Area added');
    case 'remove':
      return l10n.t('Area deleted');
    case 'reshape':
      return l10n.t('Area changed');
  }
}

/** What is drawn of the areas, each in one look only. */
export type ShownAreas = Readonly<Record<'others' | 'unwritten' | 'inHand' | 'lit', readonly Polygon[]>>;

/** @param aoi the active area when it is none of the document's */
export function areasShown(
  rows: readonly AreaRow[],
  lit: AreaRow | undefined,
  inHand: AreaRow | undefined,
  aoi: Polygon | undefined,
  editing: Editing,
): ShownAreas {
  const { tool } = editing;
  const changes = unwritten(editing).map(({ change }) => change);
  // The handles draw their own outline.
  const isShown = ({ key }: AreaRow) =>
    !(tool.kind === 'reshaping' && tool.key === key) &&
    !changes.some(change => change.kind === 'remove' && change.key === key);
  const shapeOf = (row: AreaRow): Polygon => {
    const rings = shownRings(editing, row);
    if (rings === row.polygon.coordinates) return row.polygon;
    return { type: 'Polygon', coordinates: rings.map(ring => [...ring]) };
  };
  const shapesOf = (some: readonly (AreaRow | undefined)[]) =>
    some
      .filter(row => row !== undefined)
      .filter(isShown)
      .map(shapeOf);
  const active = inHand === lit ? [] : shapesOf([inHand]);
  return {
    others: shapesOf(rows.filter(row => row !== lit && row !== inHand)),
    unwritten: changes.flatMap(change =>
      change.kind === 'add' ? [{ type: 'Polygon' as const, coordinates: [[...change.ring]] }] : [],
    ),
    inHand: inHand || !aoi ? active : [aoi],
    lit: shapesOf([lit]),
  };
}
