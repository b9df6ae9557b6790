import { batch, computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals-core';
import type { Position } from 'geojson';
import type { VertexStep } from '../../../src/model/edits/areaChange.ts';
import type {
  AreaChangeOnMap,
  AreaRow,
  DocumentShown,
  MapState,
  ToHost,
  ToPage,
} from '../../../src/shared/protocol.ts';
import * as events from './areaEditing.ts';
import type { DrawnShape, Editing, Outcome, TextNow } from './areaEditing.ts';
import { areaAgain, sameRings } from './areaRings.ts';
import { keyboardHint, noneChosenText, spokenArea, toolReasons, type ToolReasons } from './areaTexts.ts';

/** The areas of the document that the map follows, all of one reading of its text. */
interface AreaCollection {
  revision: number | undefined;
  rows: readonly AreaRow[];
  /** What arrived so far of a later reading: the former areas stay until it is complete. */
  arriving?: { revision: number; rows: readonly AreaRow[] };
}

export const noAreas: AreaCollection = { revision: undefined, rows: [] };

export function afterDocument(
  collection: AreaCollection,
  document: DocumentShown | undefined,
): AreaCollection {
  if (!document) return collection.revision === undefined ? collection : noAreas;
  if (document.revision === collection.revision) return collection;
  if (document.areaCount === 0) return { revision: document.revision, rows: [] };
  return collection;
}

/** Puts a chunk at its place; a chunk sent twice lands where it was. Chunks of another reading are dropped. */
export function withAreas(
  collection: AreaCollection,
  chunk: Extract<ToPage, { kind: 'areas' }>,
  document: DocumentShown | undefined,
): AreaCollection {
  const { revision, from, areas } = chunk;
  if (revision !== document?.revision || revision === collection.revision) return collection;
  const before = collection.arriving?.revision === revision ? collection.arriving.rows : [];
  const rows = [...before.slice(0, from), ...areas, ...before.slice(from + areas.length)];
  if (rows.length >= document.areaCount) return { revision, rows };
  return { revision: collection.revision, rows: collection.rows, arriving: { revision, rows } };
}

/** The areas of the document that the map follows, and what a person is doing with them. */
export interface AreaModel {
  rows: ReadonlySignal<readonly AreaRow[]>;
  /** Whether `rows` are those of the text as the host read it last. */
  upToDate: ReadonlySignal<boolean>;
  /** The area that is lit: at the cursor of the text, stepped to, or clicked, whichever was last. */
  lit: ReadonlySignal<AreaRow | undefined>;
  /** The area in hand, which is searched and ordered. */
  inHand: ReadonlySignal<AreaRow | undefined>;
  /** The area that the tools act on. */
  acted: ReadonlySignal<AreaRow | undefined>;
  editing: ReadonlySignal<Editing>;
  reasons: ReadonlySignal<ToolReasons>;
  /** Why the last change was not made; can be put away. */
  problem: Signal<string | undefined>;
  /** What a screen reader is to say. A new object each time. */
  said: ReadonlySignal<{ text: string } | undefined>;
  /** The area that is to be in view; the map takes it. */
  sought: Signal<AreaRow | undefined>;
  receive: (message: Extract<ToPage, { kind: 'areas' | 'cursor' | 'changed' }>) => void;
  receiveState: (state: MapState) => void;
  say: (text: string) => void;
  step: (by: 1 | -1) => void;
  /** Lights an area and shows its text. @param takesFocus whether a person goes there */
  reveal: (row: AreaRow | undefined, takesFocus: boolean) => void;
  take: () => void;
  /** Puts the tool away when it is the one in hand. */
  draw: (shape: DrawnShape) => void;
  finishDrawing: (ring: readonly Position[]) => void;
  /** @param row `undefined` for the one that tools act on */
  reshape: (row?: AreaRow) => void;
  reshaped: (step: VertexStep) => void;
  remove: () => void;
  /** Only an area that is lit or has the handles: a key that is pressed twice must not go on to another one. */
  removeChosen: () => void;
  leave: () => void;
  undo: () => void;
  redo: () => void;
}

export function createAreaModel(
  post: (message: ToHost) => void,
  state: ReadonlySignal<MapState | undefined>,
): AreaModel {
  const collection = signal<AreaCollection>(noAreas);
  const litKey = signal<string | undefined>(undefined);
  const editing = signal(events.notEditing);
  const problem = signal<string | undefined>(undefined);
  const said = signal<{ text: string } | undefined>(undefined);
  const sought = signal<AreaRow | undefined>(undefined);

  const rows = computed(() => collection.value.rows);
  const rowOf = (key: string | undefined) => rows.value.find(row => row.key === key);
  const lit = computed(() => rowOf(litKey.value));
  const inHand = computed(() => rowOf(state.value?.document?.current));
  const chosen = computed(() => {
    const { tool } = editing.value;
    return (tool.kind === 'reshaping' ? rowOf(tool.key) : undefined) ?? lit.value;
  });
  const acted = computed(
    () => chosen.value ?? inHand.value ?? (rows.value.length === 1 ? rows.value[0] : undefined),
  );
  const reasons = computed(() => toolReasons(state.value, rows.value.length, acted.value, editing.value));
  const text = (): TextNow => ({ rows: rows.peek(), locked: state.peek()?.document?.locked });

  const isBusy = computed(() => {
    const { tool, waiting } = editing.value;
    return tool.kind === 'drawing' || tool.kind === 'reshaping' || waiting !== undefined;
  });
  let toldBusy = false;
  effect(() => {
    if (isBusy.value !== toldBusy) post({ kind: 'inHand', isBusy: (toldBusy = isBusy.value) });
  });

  const say = (text: string) => void (said.value = { text });

  function apply(outcome: Outcome): void {
    const hint = keyboardHint(outcome.editing.tool);
    const before = editing.peek().tool;
    const isNew = hint !== keyboardHint(before);
    editing.value = outcome.editing;
    // Whoever goes on has read it.
    if (outcome.send || outcome.editing.tool.kind !== before.kind) problem.value = undefined;
    if (outcome.send) {
      post({ kind: 'change', revision: revisionFor(outcome.send.change), ...outcome.send });
    }
    if (outcome.problem !== undefined) problem.value = outcome.problem;
    const news = [outcome.said ?? outcome.problem, isNew ? hint : undefined];
    const text = news.filter(part => part !== undefined).join(' ');
    if (text !== '') say(text);
  }

  /** A change of an area is made on the reading that named the area, which the next one is about to replace. */
  function revisionFor(change: AreaChangeOnMap): number | undefined {
    return change.kind === 'add' ? state.peek()?.document?.revision : collection.peek().revision;
  }

  let documentName: string | undefined;
  function receiveDocument(document: DocumentShown | undefined): void {
    if (documentName !== undefined && documentName !== document?.name) {
      litKey.value = undefined;
      apply(events.turnedAway(editing.peek()));
    }
    documentName = document?.name;
    receiveRows(afterDocument(collection.peek(), document));
  }

  function receiveRows(next: AreaCollection): void {
    const before = collection.peek();
    if (next === before) return;
    const wasLit = lit.peek();
    collection.value = next;
    if (next.revision === before.revision) return;
    litKey.value = wasLit && areaAgain(next.rows, wasLit.key, wasLit.polygon.coordinates)?.key;
    apply(events.textRead(editing.peek(), text()));
  }

  function receiveAnswer({ id, problem: reason }: Extract<ToPage, { kind: 'changed' }>): void {
    const outcome = events.answered(editing.peek(), id, reason, text());
    apply(outcome);
    const { written } = outcome;
    if (written?.kind !== 'add') return;
    const added = rows.peek().findLast(({ polygon }) => sameRings(polygon.coordinates, [written.ring]));
    if (added) litKey.value = added.key;
  }

  function toggle(isOn: boolean, start: () => Outcome): void {
    apply(isOn ? events.left(editing.peek()) : start());
  }

  function remove(row = acted.peek()): void {
    const reason = reasons.peek().remove;
    if (reason !== undefined) say(reason);
    if (!row || reason !== undefined) return;
    batch(() => {
      apply(events.removed(editing.peek(), row, text()));
      // Another area can have its place in the text before long.
      if (litKey.peek() === row.key) litKey.value = undefined;
    });
  }

  return {
    rows,
    upToDate: computed(() => collection.value.revision === state.value?.document?.revision),
    lit,
    inHand,
    acted,
    editing,
    reasons,
    problem,
    said,
    sought,
    receive: message => {
      switch (message.kind) {
        case 'areas':
          receiveRows(withAreas(collection.peek(), message, state.peek()?.document));
          return;
        case 'cursor':
          litKey.value = message.key;
          return;
        case 'changed':
          receiveAnswer(message);
      }
    },
    receiveState: next => receiveDocument(next.document),
    say,
    step: by => {
      const all = rows.peek();
      const shown = acted.peek();
      const from = shown ? all.indexOf(shown) : by > 0 ? -1 : 0;
      const row = all[(from + by + all.length) % all.length];
      if (!row) return;
      batch(() => {
        litKey.value = row.key;
        sought.value = row;
        say(spokenArea(row, all.indexOf(row), all.length));
      });
    },
    reveal: (row, takesFocus) => {
      if (!row) return;
      litKey.value = row.key;
      post({ kind: 'revealArea', key: row.key, takesFocus });
    },
    take: () => {
      const row = acted.peek();
      if (row && row !== inHand.peek()) post({ kind: 'takeArea', key: row.key });
    },
    draw: shape => {
      const { tool } = editing.peek();
      const isOn = tool.kind === 'drawing' && tool.shape === shape;
      toggle(isOn, () => events.startDrawing(editing.peek(), shape, text()));
    },
    finishDrawing: ring => apply(events.finishDrawing(editing.peek(), ring, text())),
    reshape: row => {
      const { tool } = editing.peek();
      const isOn = row === undefined && (tool.kind === 'reshaping' || tool.kind === 'choosing');
      const reason = reasons.peek().reshape;
      if (!isOn && reason !== undefined) {
        say(reason);
        return;
      }
      const wanted = row ?? acted.peek();
      batch(() => {
        if (row) litKey.value = row.key;
        // One that was not chosen on the map can be anywhere.
        else if (!isOn) sought.value = wanted;
        toggle(isOn, () => events.startReshaping(editing.peek(), wanted, text()));
      });
    },
    reshaped: step => apply(events.reshaped(editing.peek(), step, text())),
    remove: () => remove(),
    removeChosen: () => {
      if (chosen.peek()) remove(chosen.peek());
      else say(noneChosenText());
    },
    leave: () => apply(events.left(editing.peek())),
    undo: () => post({ kind: 'undo' }),
    redo: () => post({ kind: 'redo' }),
  };
}
