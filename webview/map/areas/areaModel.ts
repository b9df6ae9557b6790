import { batch, computed, effect, signal, type ReadonlySignal } from '@preact/signals-core';
import type { Position } from 'geojson';
import type { VertexStep } from '../../../src/model/edits/areaChange.ts';
import type { AreaRow, DocumentShown, MapState, ToHost, ToPage } from '../../../src/shared/protocol.ts';
import * as events from './areaEditing.ts';
import type { DrawnShape, Outcome, TextNow } from './areaEditing.ts';
import { areaAgain, sameRings } from './areaRings.ts';
import { keyboardHint, noneChosenText, spokenArea, toolReasons } from './areaTexts.ts';

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

  readonly editing = signal(events.notEditing);
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
  readonly inHand = computed(() => this.#rowOf(this.#state.value?.document?.current));
  readonly #chosen = computed(() => {
    const { tool } = this.editing.value;
    return (tool.kind === 'reshaping' ? this.#rowOf(tool.key) : undefined) ?? this.lit.value;
  });
  /** The area that the tools act on. */
  readonly acted = computed(() => {
    const [only, ...others] = this.rows.value;
    return this.#chosen.value ?? this.inHand.value ?? (others.length === 0 ? only : undefined);
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
      this.#litKey.value = undefined;
      this.#apply(events.turnedAway(this.editing.peek()));
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
        this.#receiveAnswer(message);
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
      this.say(spokenArea(row, all.indexOf(row), all.length));
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
    if (row && row !== this.inHand.peek()) this.#post({ kind: 'takeArea', key: row.key });
  }

  /** Puts the tool away when it is the one in hand. */
  draw(shape: DrawnShape): void {
    const { tool } = this.editing.peek();
    if (tool.kind === 'drawing' && tool.shape === shape) this.leave();
    else this.#apply(events.startDrawing(this.editing.peek(), shape, this.#text()));
  }

  finishDrawing(ring: readonly Position[]): void {
    this.#apply(events.finishDrawing(this.editing.peek(), ring, this.#text()));
  }

  /** As `draw`; nothing of what is measured is written anywhere. */
  measure(): void {
    const { tool } = this.editing.peek();
    if (tool.kind === 'measuring') this.leave();
    else this.#apply({ editing: { ...this.editing.peek(), tool: { kind: 'measuring' } } });
  }

  /** @param row `undefined` for the one that tools act on */
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
      this.#apply(events.startReshaping(this.editing.peek(), wanted));
    });
  }

  reshaped(step: VertexStep): void {
    this.#apply(events.reshaped(this.editing.peek(), step, this.#text()));
  }

  remove(row = this.acted.peek()): void {
    const reason = this.reasons.peek().remove;
    if (reason !== undefined) this.say(reason);
    if (!row || reason !== undefined) return;
    batch(() => {
      this.#apply(events.removed(this.editing.peek(), row, this.#text()));
      // Another area can have its place in the text before long.
      if (this.#litKey.peek() === row.key) this.#litKey.value = undefined;
    });
  }

  /** Only an area that is lit or has the handles: a key that is pressed twice must not go on to another one. */
  removeChosen(): void {
    const row = this.#chosen.peek();
    if (row) this.remove(row);
    else this.say(noneChosenText());
  }

  leave(): void {
    this.#apply(events.left(this.editing.peek()));
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

  #text(): TextNow {
    return { rows: this.rows.peek(), locked: this.#state.peek()?.document?.locked };
  }

  #apply({ editing, send, problem, said }: Outcome): void {
    const before = this.editing.peek().tool;
    const hint = keyboardHint(editing.tool);
    const isNew = hint !== keyboardHint(before);
    this.editing.value = editing;
    // Whoever goes on has read it.
    if (send || editing.tool.kind !== before.kind) this.problem.value = undefined;
    if (send) {
      // A change of an area is made on the reading that named the area, which the next one is about to replace.
      const isNewArea = send.change.kind === 'add';
      const { revision } = (isNewArea ? this.#state.peek()?.document : this.#collection.peek()) ?? {};
      this.#post({ kind: 'change', revision, ...send });
    }
    if (problem !== undefined) this.problem.value = problem;
    const text = [said ?? problem, isNew ? hint : undefined].filter(part => part !== undefined).join(' ');
    if (text !== '') this.say(text);
  }

  #receiveRows(next: AreaCollection): void {
    const before = this.#collection.peek();
    if (next === before) return;
    const wasLit = this.lit.peek();
    this.#collection.value = next;
    if (next.revision === before.revision) return;
    this.#litKey.value = wasLit && areaAgain(next.rows, wasLit.key, wasLit.polygon.coordinates)?.key;
    this.#apply(events.textRead(this.editing.peek(), this.#text()));
  }

  #receiveAnswer({ id, problem }: Extract<ToPage, { kind: 'changed' }>): void {
    const outcome = events.answered(this.editing.peek(), id, problem, this.#text());
    this.#apply(outcome);
    const { written } = outcome;
    if (written?.kind !== 'add') return;
    const added = this.rows.peek().findLast(({ polygon }) => sameRings(polygon.coordinates, [written.ring]));
    if (added) this.#litKey.value = added.key;
  }
}
