import { batch, computed, effect, signal } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import type { Position } from 'geojson';
import { areaText } from '../../../src/base/words/areaText.ts';
import { numberText } from '../../../src/base/words/displayLanguage.ts';
import { plainNumber } from '../../../src/base/words/plainNumber.ts';
import { afterStep, type AreaStep } from '../../../src/features/areas/rules/edits/areaChange.ts';
import type {
  AreaChangeOnMap,
  AreaRow,
  DocumentShown,
  MapState,
  PlaceAnswer,
  ToPage,
} from '../../../src/protocol/protocol.ts';
import type { Host } from '../../ground/host.ts';
import { pictureProblem } from '../../ground/loadPicture.ts';
import type { Say } from '../../ui/announcer.ts';
import { createEvent } from '../../ui/event.ts';
import { noSelection, received, sent } from '../../ui/selectionEcho.ts';
import { stable } from '../../ui/stable.ts';
import {
  type DrawnShape,
  type Editing,
  handlesOn,
  noTool,
  queued,
  type Tool,
  type Unwritten,
  type VertexPlace,
  visibleRings,
} from './areaEditing.ts';
import {
  areaAgain,
  maxHandles,
  positionCount,
  sameRings,
  swappedPosition,
  typedPosition,
  typedRadius,
} from './areaRings.ts';
import {
  noneChosenText,
  placeText,
  radiusText,
  swappedText,
  toolHints,
  toolReasons,
  whyNotHere,
} from './words.ts';

/** The areas of the document that the map follows, all from one revision of its text. */
interface AreaCollection {
  revision: number | undefined;
  rows: readonly AreaRow[];
  /** The received part of a newer revision: the previous areas stay until it is complete. */
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

/** Puts a chunk in place; a chunk sent twice replaces itself. Chunks of another revision are dropped. */
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

/** The areas of the document that the map follows, and how the user is editing them. */
export class AreaModel {
  readonly #post: Host['post'];
  readonly #ask: Host['ask'];
  readonly #state: Host['state'];
  readonly #collection = signal<AreaCollection>(noAreas);
  readonly #activeKey = signal(noSelection);
  #documentName: string | undefined;

  readonly editing = signal<Editing>({ tool: noTool, queue: [] });
  /** Why the last change was not made; can be dismissed. */
  readonly problem = signal<string | undefined>(undefined);
  /** Whether the cause of the problem still exists; `undefined` for what has happened once. */
  readonly #cause = signal<(() => boolean) | undefined>(undefined);
  readonly say: Say;
  /** The area to bring into view; the map clears it. */
  readonly sought = signal<AreaRow | undefined>(undefined);
  readonly rows = computed(() => this.#collection.value.rows);
  /** What is searched; another object only if it is another area, although the state arrives often. */
  readonly searched = stable(() => this.#state.value?.aoi?.polygon);
  /** What the report on the map was ordered for. */
  readonly ordered = stable(() => this.#state.value?.report?.area?.polygon);
  /** Whether `rows` match the latest text that the host has read. */
  readonly upToDate = computed(
    () => this.#collection.value.revision === this.#state.value?.document?.revision,
  );
  /** The active area, which is highlighted, searched and ordered: the host's, or the one that was requested of it. */
  readonly active = computed(() => this.#rowByKey(this.#activeKey.value.displayed[0]));
  readonly #chosen = computed(() => {
    const { tool } = this.editing.value;
    return (tool.kind === 'reshaping' ? this.#rowByKey(tool.key) : undefined) ?? this.active.value;
  });
  readonly acted = computed(() => {
    const [only, ...others] = this.rows.value;
    return this.#chosen.value ?? (others.length === 0 ? only : undefined);
  });
  /** The vertex of the reshaped area whose coordinates are shown. */
  readonly vertex = signal<VertexPlace | undefined>(undefined);
  /** Of the circle that is drawn, meters, if it was typed. */
  readonly radius = signal<number | undefined>(undefined);
  /** A person has typed the radius, and wants the circle. */
  readonly radiusEntered = createEvent();
  readonly #chosenTarget = signal<'here' | 'new' | undefined>(undefined);
  /** Where a new area goes; `undefined` without a document, because then it is a new one. */
  readonly target = computed(() => {
    const { document } = this.#state.value ?? {};
    if (!document) return undefined;
    const whyNot = whyNotHere(document);
    // What is one area stays that, unless a person says otherwise.
    const isNew =
      this.#chosenTarget.value === undefined
        ? whyNot !== undefined || document.adds === 'beside'
        : this.#chosenTarget.value === 'new';
    return { document, whyNot, isNew };
  });
  readonly reasons = computed(() =>
    toolReasons(this.#state.value, this.rows.value.length, this.acted.value, this.editing.value),
  );

  constructor({ post, ask, state }: Host, say: Say) {
    this.say = say;
    this.#post = post;
    this.#ask = ask;
    this.#state = state;
    const isBusy = computed(() => {
      const { tool, waiting } = this.editing.value;
      return tool.kind === 'drawing' || tool.kind === 'reshaping' || waiting !== undefined;
    });
    let toldBusy = false;
    effect(() => {
      if (isBusy.value !== toldBusy) post({ kind: 'busy', isBusy: (toldBusy = isBusy.value) });
    });
    // A message goes with its cause.
    effect(() => {
      if (this.#cause.value?.() === false) this.problem.value = undefined;
    });
  }

  receiveState({ document }: MapState): void {
    if (this.#documentName !== undefined && this.#documentName !== document?.name) {
      const { tool, waiting } = this.editing.peek();
      this.#activeKey.value = noSelection;
      this.#chosenTarget.value = undefined;
      // Its answer comes after the new document.
      this.editing.value = { tool, queue: [], waiting: waiting?.isNew ? waiting : undefined };
      // A drawing continues: it can also be added to the other document.
      if (tool.kind !== 'drawing' && tool.kind !== 'measuring') this.leave();
    }
    this.#documentName = document?.name;
    const { current } = document ?? {};
    this.#activeKey.value = received(this.#activeKey.peek(), current === undefined ? [] : [current]);
    this.#receiveRows(afterDocument(this.#collection.peek(), document));
  }

  receive(message: Extract<ToPage, { kind: 'areas' }>): void {
    this.#receiveRows(withAreas(this.#collection.peek(), message, this.#state.peek()?.document));
  }

  /** With its size, unless that isn't the one that is meant. */
  label({ key, name, areaKm2 }: AreaRow): string {
    const isSized = this.#state.value?.document?.unsized?.includes(key) !== true;
    return isSized ? `${name}, ${areaText(areaKm2)}` : name;
  }

  step(by: 1 | -1): void {
    const all = this.rows.peek();
    const current = this.acted.peek();
    const from = current ? all.indexOf(current) : by > 0 ? -1 : 0;
    const row = all[(from + by + all.length) % all.length];
    if (!row) return;
    batch(() => {
      this.#take(row);
      this.sought.value = row;
      this.say(`${placeText(all.indexOf(row), all.length, 0)}, ${this.label(row)}`);
    });
  }

  /** Makes an area the active one and shows its text. @param takesFocus whether the focus moves to the text */
  reveal(row: AreaRow | undefined, takesFocus: boolean): void {
    if (!row) return;
    this.#take(row);
    this.#post({ kind: 'revealArea', key: row.key, takesFocus });
  }

  /** Starts the tool, or stops it if it is already in use. */
  draw(shape: DrawnShape): void {
    const { tool } = this.editing.peek();
    const { hole } = this.reasons.peek();
    if (tool.kind === 'drawing' && tool.shape === shape) this.leave();
    else if (shape === 'hole' && hole !== undefined) {
      if (!this.#isLocked()) this.say(hole);
    } else this.#setTool({ kind: 'drawing', shape, points: [] });
  }

  /** Sets the radius of the circle that is drawn as soon as the text has one, also while it is typed. */
  typeRadius(text: string): void {
    this.radius.value = typedRadius(text);
    this.problem.value = undefined;
  }

  /** Draws the circle with the typed radius, or says what is wrong with it. */
  enterRadius(): void {
    if (this.radius.peek()) this.radiusEntered.happen();
    else this.tell(radiusText());
  }

  /** @param target the document of the map, or a new one */
  addTo(target: 'here' | 'new'): void {
    this.#chosenTarget.value = target;
  }

  /** While the document can't be changed, a drawing for it stays open so that it can be finished later. */
  finishDrawing(ring: readonly Position[]): void {
    const { tool } = this.editing.peek();
    if (tool.kind !== 'drawing') return;
    const row = this.acted.peek();
    if (tool.shape !== 'hole') this.add(ring);
    else if (!this.#isLocked())
      batch(() => {
        this.leave();
        if (!row) return;
        const step = { kind: 'hole', hole: ring.toReversed() } as const;
        const madeOn = visibleRings(this.editing.peek(), row);
        this.#submit({ change: { kind: 'reshape', key: row.key, step }, madeOn });
      });
  }

  /** @param ring of the new area, closed and counterclockwise */
  add(ring: readonly Position[]): void {
    const isNew = this.target.peek()?.isNew ?? true;
    if (!isNew && this.#isLocked()) return;
    batch(() => {
      this.leave();
      this.#submit({ change: { kind: 'add', ring }, isNew });
    });
  }

  rename(): void {
    const reason = this.reasons.peek().remove;
    const row = this.acted.peek();
    if (reason !== undefined) this.say(reason);
    else if (row) this.#post({ kind: 'renameArea', key: row.key });
  }

  measure(): void {
    this.#setTool(this.editing.peek().tool.kind === 'measuring' ? noTool : { kind: 'measuring' });
  }

  /** Shows handles on an area, or waits for one to be chosen. @param row `undefined` for the one that tools act on */
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
    const target = row ?? this.acted.peek();
    batch(() => {
      this.vertex.value = undefined;
      if (row) this.#take(row);
      // An area that wasn't chosen on the map may be out of view.
      else this.sought.value = target;
      const count = target ? positionCount(target.polygon.coordinates) : 0;
      if (!target) this.#setTool({ kind: 'choosing' });
      else if (count <= maxHandles)
        this.#setTool(handlesOn(target.key, visibleRings(this.editing.peek(), target)));
      else {
        this.leave();
        this.tell(l10n.t('{0} has {1} positions. Run "Simplify Area…".', target.name, numberText(count)));
      }
    });
  }

  reshaped(step: AreaStep): void {
    const { tool } = this.editing.peek();
    if (tool.kind !== 'reshaping') return;
    const { key, rings } = tool;
    if (this.#isLocked()) this.#setTool(handlesOn(key, [...rings]));
    else
      batch(() => {
        this.#setTool({ ...tool, rings: afterStep(rings, step) });
        if (step.kind === 'insert') this.vertex.value = { ring: step.ring, vertex: step.vertex };
        this.#submit({ change: { kind: 'reshape', key, step }, madeOn: rings });
      });
  }

  /** Shows the coordinates of a vertex of the area that is reshaped, and puts the cursor of the text there. */
  selectVertex(place: VertexPlace): void {
    const { tool } = this.editing.peek();
    const { ring, vertex } = this.vertex.peek() ?? {};
    if (tool.kind !== 'reshaping' || (ring === place.ring && vertex === place.vertex)) return;
    this.vertex.value = place;
    this.#post({ kind: 'revealVertex', key: tool.key, ...place });
  }

  /**
   * Moves the selected vertex, whose handles are made again, to typed coordinates: numbers as in the text, or with letters,
   * which the host reads. Or says what is wrong with them, such as numbers that were typed the other way round.
   */
  async typeVertex(text: string): Promise<void> {
    const place = this.vertex.peek();
    const { tool: reshaping } = this.editing.peek();
    const swapped = reshaping.kind === 'reshaping' && swappedPosition(text, reshaping.rings);
    if (swapped) {
      this.tell(swappedText(text.trim(), swapped.map(plainNumber).join(', ')));
      return;
    }
    const to = typedPosition(text) ?? (await this.#readPosition(text));
    const { tool } = this.editing.peek();
    if (tool.kind !== 'reshaping' || !place || this.vertex.peek() !== place) return;
    if (typeof to === 'string') this.tell(to);
    else if (!this.#isLocked()) {
      const { key, rings } = tool;
      const step = { kind: 'move', ...place, to } as const;
      batch(() => {
        this.#setTool(handlesOn(key, afterStep(rings, step)));
        this.#submit({ change: { kind: 'reshape', key, step }, madeOn: rings });
      });
    }
  }

  /** A position whose letters say which number is which, in the copy of the world of the vertex; or why there is none. */
  async #readPosition(text: string): Promise<[longitude: number, latitude: number] | string> {
    const needed = l10n.t(
      'Enter longitude and latitude, such as 5.37, 43.3, or with letters: 43.3 N, 5.37 E.',
    );
    if (!/\d/.test(text)) return needed;
    const answer = await this.#ask('findPlace', { text }).catch((error: unknown): PlaceAnswer => ({
      places: [],
      problem: pictureProblem(error),
    }));
    const [only, ...others] = answer.places;
    // Without letters, both orders are possible; with others, it's the name of a city.
    const isOne = only && others.length === 0 && /[a-z]/i.test(text);
    if (!isOne || only.bounds || only.name !== undefined)
      return /[a-z]{2}/i.test(text) ? needed : (answer.problem ?? needed);
    const { tool } = this.editing.peek();
    const { ring = 0, vertex = 0 } = this.vertex.peek() ?? {};
    const [before = 0] = (tool.kind === 'reshaping' && tool.rings[ring]?.[vertex]) || [];
    return [only.longitude + 360 * Math.round((before - only.longitude) / 360), only.latitude];
  }

  remove(row = this.acted.peek()): void {
    const reason = this.reasons.peek().remove;
    if (reason !== undefined) this.say(reason);
    if (!row || reason !== undefined) return;
    const { key } = row;
    batch(() => {
      const madeOn = visibleRings(this.editing.peek(), row);
      if (this.editing.peek().tool.kind === 'reshaping') this.leave();
      this.#submit({ change: { kind: 'remove', key }, madeOn });
    });
  }

  /** Only the active area or the one with the handles: a second key press must not delete another one. */
  removeChosen(): void {
    const row = this.#chosen.peek();
    if (row) this.remove(row);
    else this.say(noneChosenText());
  }

  leave(): void {
    this.#setTool(noTool);
  }

  goInHistory(kind: 'undo' | 'redo'): void {
    const reason = this.reasons.peek()[kind];
    if (reason === undefined) this.#post({ kind });
    else this.say(reason);
  }

  #take({ key }: AreaRow): void {
    if (this.#activeKey.peek().displayed[0] === key) return;
    this.#activeKey.value = sent(this.#activeKey.peek(), [key]);
    this.#post({ kind: 'takeArea', key });
  }

  #rowByKey(key: string | undefined): AreaRow | undefined {
    return this.rows.value.find(row => row.key === key);
  }

  /** Whether the text can't be changed right now; if so, announces the reason. */
  #isLocked(): boolean {
    const locked = this.#state.peek()?.document?.locked;
    if (locked !== undefined) {
      this.tell(locked);
      this.#cause.value = () => this.#state.value?.document?.locked === locked;
    }
    return locked !== undefined;
  }

  /** Shows and announces why something wasn't done. */
  tell(problem: string, hint?: string): void {
    this.#cause.value = undefined;
    this.problem.value = problem;
    this.say(hint === undefined ? problem : `${problem} ${hint}`);
  }

  #setTool(tool: Tool): void {
    const before = this.editing.peek().tool;
    this.editing.value = { ...this.editing.peek(), tool };
    if (tool !== before) this.radius.value = undefined;
    // The next action dismisses the message.
    if (tool.kind !== before.kind) this.problem.value = this.vertex.value = undefined;
    const { keyboard: hint } = toolHints(tool);
    if (hint !== undefined && hint !== toolHints(before).keyboard) this.say(hint);
  }

  #submit(made: Unwritten): void {
    const editing = this.editing.peek();
    this.editing.value = { ...editing, queue: queued(editing.queue, made) };
    this.#sendNext();
  }

  /** The text takes precedence: a change that was made on other rings than it has now is reverted. */
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
      this.tell(l10n.t('The text changed, so your last change on the map was discarded.'));
      return;
    }
    this.editing.value = { tool, waiting: next, queue };
    this.problem.value = undefined;
    // Changes of an area need the revision that its key is from, which the next one is about to replace.
    const reading = change.kind === 'add' ? this.#state.peek()?.document : this.#collection.peek();
    void this.#write(next, next.isNew ? undefined : reading?.revision);
  }

  /** Without pending changes the handles show the text, as after an undo. */
  #follow(): void {
    const { tool } = this.editing.peek();
    if (tool.kind !== 'reshaping') return;
    const row = areaAgain(this.rows.peek(), tool.key, tool.rings);
    const rings = row?.polygon.coordinates;
    if (!row || !rings) {
      this.leave();
      // Whoever undid or deleted it sees that.
      this.say(l10n.t('The area is no longer in the text.'));
    } else if (sameRings(rings, tool.rings)) this.#setTool({ ...tool, key: row.key });
    else this.#setTool(positionCount(rings) <= maxHandles ? handlesOn(row.key, rings) : noTool);
  }

  #receiveRows(next: AreaCollection): void {
    const before = this.#collection.peek();
    if (next === before) return;
    this.#collection.value = next;
    if (next.revision === before.revision) return;
    // A pending change may or may not be in the text: the answer tells.
    if (!this.editing.peek().waiting) this.#follow();
  }

  async #write(made: Unwritten, revision: number | undefined): Promise<void> {
    const { change } = made;
    const problem = await this.#ask('change', { revision, change }).catch(pictureProblem);
    // After another document has come, its answer is ignored.
    if (this.editing.peek().waiting === made) batch(() => this.#receiveAnswer(change, problem));
  }

  #receiveAnswer(change: AreaChangeOnMap, problem: string | undefined): void {
    const { tool, queue } = this.editing.peek();
    this.editing.value = { tool, queue };
    if (problem === undefined) {
      this.say(doneText(change));
      this.#sendNext();
      return;
    }
    const drawn = tool.kind === 'none' ? unfinishedDrawing(change) : undefined;
    this.#setTool(drawn ?? tool);
    this.#sendNext();
    this.tell(problem, drawn && toolHints(drawn).keyboard);
  }
}

function unfinishedDrawing(change: AreaChangeOnMap): Tool | undefined {
  if (change.kind === 'add') return { kind: 'drawing', shape: 'polygon', points: change.ring.slice(0, -1) };
  if (change.kind !== 'reshape' || change.step.kind !== 'hole') return undefined;
  return { kind: 'drawing', shape: 'hole', points: change.step.hole.slice(0, -1) };
}

function doneText({ kind }: AreaChangeOnMap): string {
  const texts = {
    add: l10n.t('Area added'),
    remove: l10n.t('Area deleted'),
    reshape: l10n.t('Area changed'),
  };
  return texts[kind];
}
