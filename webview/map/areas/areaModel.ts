import * as l10n from '@vscode/l10n';
import { batch, computed, effect, signal, type ReadonlySignal } from '@preact/signals-core';
import type { Position } from 'geojson';
import { afterStep, type VertexStep } from '../../../src/model/edits/areaChange.ts';
import { numberText } from '../../../src/model/words/displayLanguage.ts';
import type {
  AreaChangeOnMap,
  AreaRow,
  DocumentShown,
  MapState,
  ToHost,
  ToPage,
} from '../../../src/shared/protocol.ts';
import {
  handlesOn,
  noTool,
  queued,
  shownRings,
  type DrawnShape,
  type Editing,
  type Tool,
  type Unwritten,
} from './areaEditing.ts';
import { areaAgain, mostHandles, positionCount, sameRings } from './areaRings.ts';
import { areaLabel, noneChosenText, placeText, toolHints, toolReasons } from './areaTexts.ts';

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
export class AreaModel {
  readonly #post: (message: ToHost) => void;
  readonly #state: ReadonlySignal<MapState | undefined>;
  readonly #collection = signal<AreaCollection>(noAreas);
  readonly #litKey = signal<string | undefined>(undefined);
  #documentName: string | undefined;
  #lastChange = 0;

  readonly editing = signal<Editing>({ tool: noTool, queue: [] });
  /** Why the last change was not made; can be put away. */
  readonly problem = signal<string | undefined>(undefined);
  /** What a screen reader is to say. A new object each time. */
  readonly said = signal<{ text: string } | undefined>(undefined);
  /** The area that is to be in view; the map takes it. */
  readonly sought = signal<AreaRow | undefined>(undefined);
  readonly rows = computed(() => this.#collection.value.rows);
  /** Whether `rows` are those of the text as the host read it last. */
  readonly upToDate = computed(
    () => this.#collection.value.revision === this.#state.value?.document?.revision,
  );
  /** The area that is lit: at the cursor of the text, stepped to, or clicked, whichever was last. */
  readonly lit = computed(() => this.#rowOf(this.#litKey.value));
  /** The active area, which is searched and ordered. */
  readonly active = computed(() => this.#rowOf(this.#state.value?.document?.current));
  readonly #chosen = computed(() => {
    const { tool } = this.editing.value;
    return (tool.kind === 'reshaping' ? this.#rowOf(tool.key) : undefined) ?? this.lit.value;
  });
  readonly acted = computed(() => {
    const [only, ...others] = this.rows.value;
    return this.#chosen.value ?? this.active.value ?? (others.length === 0 ? only : undefined);
  });
  readonly reasons = computed(() =>
    toolReasons(this.#state.value, this.rows.value.length, this.acted.value, this.editing.value),
  );

  constructor(post: (message: ToHost) => void, state: ReadonlySignal<MapState | undefined>) {
    this.#post = post;
    this.#state = state;
    const isBusy = computed(() => {
      const { tool, waiting } = this.editing.value;
      return tool.kind === 'drawing' || tool.kind === 'reshaping' || waiting !== undefined;
    });
    let toldBusy = false;
    effect(() => {
      if (isBusy.value !== toldBusy) post({ kind: 'inHand', isBusy: (toldBusy = isBusy.value) });
    });
  }

  receiveState({ document }: MapState): void {
    if (this.#documentName !== undefined && this.#documentName !== document?.name) {
      const { tool } = this.editing.peek();
      this.#litKey.value = undefined;
      this.editing.value = { tool, queue: [] };
      // A drawing goes on: it can be added to the other document as well.
      if (tool.kind !== 'drawing' && tool.kind !== 'measuring') this.leave();
    }
    this.#documentName = document?.name;
    this.#receiveRows(afterDocument(this.#collection.peek(), document));
  }

  receive(message: Extract<ToPage, { kind: 'areas' | 'cursor' | 'changed' }>): void {
    switch (message.kind) {
      case 'areas':
        this.#receiveRows(withAreas(this.#collection.peek(), message, this.#state.peek()?.document));
        return;
      case 'cursor':
        this.#litKey.value = message.key;
        return;
      case 'changed':
        batch(() => this.#receiveAnswer(message));
    }
  }

  say(text: string): void {
    this.said.value = { text };
  }

  step(by: 1 | -1): void {
    const all = this.rows.peek();
    const shown = this.acted.peek();
    const from = shown ? all.indexOf(shown) : by > 0 ? -1 : 0;
    const row = all[(from + by + all.length) % all.length];
    if (!row) return;
    batch(() => {
      this.#litKey.value = row.key;
      this.sought.value = row;
      this.say(`${placeText(all.indexOf(row), all.length, 0)}, ${areaLabel(row)}`);
    });
  }

  /** Lights an area and shows its text. @param takesFocus whether a person goes there */
  reveal(row: AreaRow | undefined, takesFocus: boolean): void {
    if (!row) return;
    this.#litKey.value = row.key;
    this.#post({ kind: 'revealArea', key: row.key, takesFocus });
  }

  take(): void {
    const row = this.acted.peek();
    if (row && row !== this.active.peek()) this.#post({ kind: 'takeArea', key: row.key });
  }

  /** Puts the tool away when it is the one in use. */
  draw(shape: DrawnShape): void {
    const { tool } = this.editing.peek();
    if (tool.kind === 'drawing' && tool.shape === shape) this.leave();
    else if (!this.#isLocked()) this.#setTool({ kind: 'drawing', shape, points: [] });
  }

  /** While the areas are locked the drawing stays as it is: it can be finished later. */
  finishDrawing(ring: readonly Position[]): void {
    if (this.editing.peek().tool.kind !== 'drawing' || this.#isLocked()) return;
    batch(() => {
      this.leave();
      this.#submit({ change: { kind: 'add', ring } });
    });
  }

  /** As `draw`. */
  measure(): void {
    this.#setTool(this.editing.peek().tool.kind === 'measuring' ? noTool : { kind: 'measuring' });
  }

  /** Puts handles on an area, or waits for one to be chosen on the map. @param row `undefined` for the one that tools act on */
  reshape(row?: AreaRow): void {
    const { tool } = this.editing.peek();
    if (row === undefined && (tool.kind === 'reshaping' || tool.kind === 'choosing')) {
      this.leave();
      return;
    }
    const reason = this.reasons.peek().reshape;
    if (reason !== undefined) {
      this.say(reason);
      return;
    }
    const wanted = row ?? this.acted.peek();
    batch(() => {
      if (row) this.#litKey.value = row.key;
      // One that was not chosen on the map can be anywhere.
      else this.sought.value = wanted;
      const count = wanted ? positionCount(wanted.polygon.coordinates) : 0;
      if (!wanted) this.#setTool({ kind: 'choosing' });
      else if (count <= mostHandles)
        this.#setTool(handlesOn(wanted.key, shownRings(this.editing.peek(), wanted)));
      else {
        this.leave();
        this.#tell(
          l10n.t(
            '{0} has {1} positions. Simplify it first (quick fix in the text).',
            wanted.name,
            numberText(count),
          ),
        );
      }
    });
  }

  reshaped(step: VertexStep): void {
    const { tool } = this.editing.peek();
    if (tool.kind !== 'reshaping') return;
    const { key, rings } = tool;
    if (this.#isLocked()) this.#setTool(handlesOn(key, [...rings]));
    else
      batch(() => {
        this.#setTool({ ...tool, rings: afterStep(rings, step) });
        this.#submit({ change: { kind: 'reshape', key, step }, madeOn: rings });
      });
  }

  remove(row = this.acted.peek()): void {
    const reason = this.reasons.peek().remove;
    if (reason !== undefined) this.say(reason);
    if (!row || reason !== undefined) return;
    const { key } = row;
    batch(() => {
      const madeOn = shownRings(this.editing.peek(), row);
      if (this.editing.peek().tool.kind === 'reshaping') this.leave();
      this.#submit({ change: { kind: 'remove', key }, madeOn });
      // Another area can have its place in the text before long.
      if (this.#litKey.peek() === key) this.#litKey.value = undefined;
    });
  }

  /** Only an area that is lit or has the handles: a key that is pressed twice must not go on to another one. */
  removeChosen(): void {
    const row = this.#chosen.peek();
    if (row) this.remove(row);
    else this.say(noneChosenText());
  }

  leave(): void {
    this.#setTool(noTool);
  }

  undo(): void {
    this.#post({ kind: 'undo' });
  }

  redo(): void {
    this.#post({ kind: 'redo' });
  }

  #rowOf(key: string | undefined): AreaRow | undefined {
    return this.rows.value.find(row => row.key === key);
  }

  /** Whether the text cannot be changed for now; says so. */
  #isLocked(): boolean {
    const locked = this.#state.peek()?.document?.locked;
    if (locked !== undefined) this.#tell(locked);
    return locked !== undefined;
  }

  #tell(problem: string, hint?: string): void {
    this.problem.value = problem;
    this.say(hint === undefined ? problem : `${problem} ${hint}`);
  }

  #setTool(tool: Tool): void {
    const before = this.editing.peek().tool;
    this.editing.value = { ...this.editing.peek(), tool };
    // Whoever goes on has read it.
    if (tool.kind !== before.kind) this.problem.value = undefined;
    const { keyboard: hint } = toolHints(tool);
    if (hint !== undefined && hint !== toolHints(before).keyboard) this.say(hint);
  }

  #submit(made: Unwritten): void {
    const editing = this.editing.peek();
    this.editing.value = { ...editing, queue: queued(editing.queue, made) };
    this.#sendNext();
  }

  /** The text wins: what was made on other rings than it has by now is taken back. */
  #sendNext(): void {
    const { tool, waiting, queue: all } = this.editing.peek();
    const [next, ...queue] = all;
    if (waiting) return;
    if (!next) {
      this.#follow();
      return;
    }
    const { change, madeOn } = next;
    const row = change.kind === 'add' ? undefined : this.rows.peek().find(({ key }) => key === change.key);
    if (madeOn && !(row && sameRings(row.polygon.coordinates, madeOn))) {
      this.editing.value = { tool, queue };
      this.#sendNext();
      this.#tell(l10n.t('The text changed, so your last change on the map was discarded.'));
      return;
    }
    const id = ++this.#lastChange;
    this.editing.value = { tool, waiting: { ...next, id }, queue };
    this.problem.value = undefined;
    // A change of an area is made on the reading that named the area, which the next one is about to replace.
    const reading = change.kind === 'add' ? this.#state.peek()?.document : this.#collection.peek();
    this.#post({ kind: 'change', revision: reading?.revision, id, change });
  }

  /** With nothing on its way the handles show what the text says, as after an undo. */
  #follow(): void {
    const { tool } = this.editing.peek();
    if (tool.kind !== 'reshaping') return;
    const row = areaAgain(this.rows.peek(), tool.key, tool.rings);
    const rings = row?.polygon.coordinates;
    if (!row || !rings) {
      this.leave();
      this.#tell(l10n.t('The area that you were reshaping is no longer in the text.'));
    } else if (sameRings(rings, tool.rings)) this.#setTool({ ...tool, key: row.key });
    else this.#setTool(positionCount(rings) <= mostHandles ? handlesOn(row.key, rings) : noTool);
  }

  #receiveRows(next: AreaCollection): void {
    const before = this.#collection.peek();
    if (next === before) return;
    const wasLit = this.lit.peek();
    this.#collection.value = next;
    if (next.revision === before.revision) return;
    this.#litKey.value = wasLit && areaAgain(next.rows, wasLit.key, wasLit.polygon.coordinates)?.key;
    // What is on its way may be in the text or not: the answer tells.
    if (!this.editing.peek().waiting) this.#follow();
  }

  /** One to a change that was meant for another document says nothing any more. */
  #receiveAnswer({ id, problem }: Extract<ToPage, { kind: 'changed' }>): void {
    const { tool, waiting, queue } = this.editing.peek();
    if (waiting?.id !== id) return;
    const { change } = waiting;
    this.editing.value = { tool, queue };
    if (problem === undefined) {
      this.say(doneText(change));
      this.#sendNext();
      if (change.kind !== 'add') return;
      const added = this.rows.peek().findLast(row => sameRings(row.polygon.coordinates, [change.ring]));
      if (added) this.#litKey.value = added.key;
      return;
    }
    const isOpenedAgain = change.kind === 'add' && tool.kind === 'none';
    const reopened: Tool = isOpenedAgain
      ? { kind: 'drawing', shape: 'polygon', points: change.ring.slice(0, -1) }
      : tool;
    this.#setTool(reopened);
    this.#sendNext();
    this.#tell(problem, isOpenedAgain ? toolHints(reopened).keyboard : undefined);
  }
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
