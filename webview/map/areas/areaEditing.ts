import * as l10n from '@vscode/l10n';
import type { AreaRings } from '../../../src/model/edits/areaChange.ts';
import type { AreaChangeOnMap, AreaRow } from '../../../src/shared/protocol.ts';
import { mostHandles, openRing, positionCount, sameRings } from './areaRings.ts';
import { numberText } from '../../../src/model/words/displayLanguage.ts';
import { itemAt } from '../../../src/model/itemAt.ts';

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
   * @property basis the rings of the text as they were read last
   */
  | { kind: 'reshaping'; key: string; opened: AreaRings; basis: AreaRings };

/** The editing of the areas: what the tool is, what is on its way to the text, and what goes there next. */
export interface Editing {
  tool: Tool;
  /** Sent and not yet answered. */
  waiting: { id: number; change: AreaChangeOnMap } | undefined;
  /** Sent one by one after the answer. */
  queue: readonly AreaChangeOnMap[];
  nextId: number;
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

export function startDrawing(editing: Editing, shape: DrawnShape, locked: string | undefined): Outcome {
  if (locked !== undefined) return { editing, problem: locked };
  return { editing: { ...editing, tool: { kind: 'drawing', shape, corners: [] } } };
}

/** While the areas are locked the drawing stays as it is: it can be finished later. */
export function finishDrawing(editing: Editing, rings: AreaRings, locked: string | undefined): Outcome {
  if (editing.tool.kind !== 'drawing') return { editing };
  if (locked !== undefined) return { editing, problem: locked };
  return submitted({ ...editing, tool: noTool }, { kind: 'add', rings });
}

/** @param row the area to put handles on; `undefined` when one is to be chosen on the map */
export function startReshaping(
  editing: Editing,
  row: AreaRow | undefined,
  locked: string | undefined,
): Outcome {
  if (locked !== undefined) return { editing, problem: locked };
  if (isRemoving(editing)) return { editing };
  if (!row) return { editing: { ...editing, tool: { kind: 'choosing' } } };
  const count = positionCount(row.polygon.coordinates);
  if (count > mostHandles) {
    const reason = l10n.t(
      '{0} has {1} positions: simplify it first (quick fix in the text).',
      row.name,
      numberText(count),
    );
    return { editing: { ...editing, tool: noTool }, problem: reason };
  }
  // What is on its way to the text is already its shape for the person.
  const opened = shownRings(editing, row);
  const tool: Tool = { kind: 'reshaping', key: row.key, opened, basis: row.polygon.coordinates };
  return { editing: { ...editing, tool } };
}

/** A finished step of a reshape. */
export function reshaped(editing: Editing, rings: AreaRings, locked: string | undefined): Outcome {
  const { tool } = editing;
  if (tool.kind !== 'reshaping') return { editing };
  if (locked !== undefined) return { editing: { ...editing, tool: reopened(tool) }, problem: locked };
  return submitted(editing, { kind: 'reshape', key: tool.key, rings });
}

export function removed(editing: Editing, key: string, locked: string | undefined): Outcome {
  if (locked !== undefined) return { editing, problem: locked };
  if (isRemoving(editing)) return { editing };
  const isOpen = editing.tool.kind === 'reshaping' && editing.tool.key === key;
  return submitted({ ...editing, tool: isOpen ? noTool : editing.tool }, { kind: 'remove', key });
}

export function left(editing: Editing): Outcome {
  return { editing: { ...editing, tool: noTool } };
}

/** A new reading of the text has arrived as a whole. The text wins over what is not yet written into it. */
export function textRead(editing: Editing, rows: readonly AreaRow[]): Outcome {
  const tool = editing.tool.kind === 'reshaping' ? editing.tool : undefined;
  const row = tool && rowOf(editing, tool, rows);
  const isLost = unwritten(editing).some(change => {
    if (change.kind !== 'reshape') return false;
    if (change.key !== tool?.key) return !rows.some(({ key }) => key === change.key);
    // A change on its way names the place that the area had.
    const isMisnamed = row?.key !== change.key && editing.waiting?.change === change;
    return !row || isMisnamed || !isExpected(editing, tool, row);
  });
  if (isLost) {
    const kept = { ...withoutReshapes(editing), tool: tool ? noTool : editing.tool };
    const problem = l10n.t('The text changed: your last change on the map was taken back.');
    return { ...sentNext(kept), problem };
  }
  if (!tool) return { editing };
  if (!row) {
    const problem = l10n.t('The area that was being reshaped is no longer in the text.');
    return { editing: { ...editing, tool: noTool }, problem };
  }
  const queue = editing.queue.map(change =>
    change.kind === 'reshape' && change.key === tool.key ? { ...change, key: row.key } : change,
  );
  return { editing: { ...editing, tool: followed(editing, tool, row), queue } };
}

/** The host's answer. One to a change that was given up meanwhile says nothing any more. */
export function answered(editing: Editing, id: number, problem: string | undefined): Outcome {
  if (editing.waiting?.id !== id) return { editing };
  const { change } = editing.waiting;
  const free: Editing = { ...editing, waiting: undefined };
  if (problem === undefined) return { ...sentNext(free), said: doneText(change), written: change };
  const refused = { problem, said: l10n.t('The change was refused: {0}', problem) };
  switch (change.kind) {
    case 'reshape': {
      const { tool } = free;
      const reopens = tool.kind === 'reshaping' && tool.key === change.key;
      const kept = { ...withoutReshapes(free), tool: reopens ? reopened(tool) : tool };
      return { ...sentNext(kept), ...refused };
    }
    case 'remove':
      return { ...sentNext(free), ...refused };
    case 'add': {
      if (free.tool.kind !== 'none') return { ...sentNext(free), ...refused };
      const corners = openRing(itemAt(change.rings, 0));
      return { ...sentNext({ ...free, tool: { kind: 'drawing', shape: 'polygon', corners } }), ...refused };
    }
  }
}

/** The map follows another document, or none. A drawing goes on: it can be added there as well. */
export function turnedAway(editing: Editing): Outcome {
  const { tool, nextId } = editing;
  return { editing: { ...notEditing, tool: tool.kind === 'drawing' ? tool : noTool, nextId } };
}

/** What a person has done and the text does not say yet, oldest first. */
export function unwritten({ waiting, queue }: Editing): readonly AreaChangeOnMap[] {
  return waiting ? [waiting.change, ...queue] : queue;
}

/** The rings that an area is drawn with: what is on its way to the text stands for the text. */
export function shownRings(editing: Editing, row: AreaRow): AreaRings {
  const latest = unwritten(editing).findLast(change => change.kind === 'reshape' && change.key === row.key);
  return latest?.kind === 'reshape' ? latest.rings : row.polygon.coordinates;
}

/** Whether an area is about to go from the text: until it has gone the names of the others are not sure. */
export function isRemoving(editing: Editing): boolean {
  return unwritten(editing).some(change => change.kind === 'remove');
}

function submitted(editing: Editing, change: AreaChangeOnMap): Outcome {
  const before = editing.queue.filter(
    queued =>
      change.kind === 'add' || queued.kind === 'add' || queued.key !== change.key || queued.kind === 'remove',
  );
  return sentNext({ ...editing, queue: [...before, change] });
}

function sentNext(editing: Editing): Outcome {
  const [change, ...queue] = editing.queue;
  if (editing.waiting || !change) return { editing };
  const send = { id: editing.nextId, change };
  return { editing: { ...editing, waiting: send, queue, nextId: editing.nextId + 1 }, send };
}

type Reshaping = Tool & { kind: 'reshaping' };

/** The area with the handles: other areas that come or go before it in the text give it another key. */
function rowOf(editing: Editing, tool: Reshaping, rows: readonly AreaRow[]): AreaRow | undefined {
  const there = rows.find(({ key }) => key === tool.key);
  if (there && isExpected(editing, tool, there)) return there;
  return rows.find(row => isExpected(editing, tool, row)) ?? there;
}

/** Whether the text says of the area with the handles what it said before, or what it was told to say. */
function isExpected({ waiting }: Editing, { key, basis }: Reshaping, { polygon }: AreaRow): boolean {
  if (sameRings(polygon.coordinates, basis)) return true;
  const change = waiting?.change;
  return change?.kind === 'reshape' && change.key === key && sameRings(polygon.coordinates, change.rings);
}

/** With nothing on its way the handles follow the text, as after an undo; else they are ahead of it. */
function followed(editing: Editing, tool: Reshaping, { key, polygon }: AreaRow): Tool {
  const basis = polygon.coordinates;
  const isAhead = unwritten(editing).some(change => change.kind === 'reshape' && change.key === tool.key);
  if (isAhead || sameRings(basis, tool.basis)) return { ...tool, key, basis };
  if (positionCount(basis) > mostHandles) return noTool;
  return { ...tool, key, opened: basis, basis };
}

function reopened(tool: Reshaping): Tool {
  return { ...tool, opened: [...tool.basis] };
}

function withoutReshapes(editing: Editing): Editing {
  const isReshape = (change: AreaChangeOnMap) => change.kind === 'reshape';
  const { waiting, queue } = editing;
  return {
    ...editing,
    waiting: waiting && isReshape(waiting.change) ? undefined : waiting,
    queue: queue.filter(change => !isReshape(change)),
  };
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
