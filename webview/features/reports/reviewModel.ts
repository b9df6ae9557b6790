import { batch, computed, effect, signal, untracked } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import { itemAt } from '../../../src/base/itemAt.ts';
import type { CellReview, Decision } from '../../../src/features/reports/rules/review.ts';
import { cellCorners } from '../../../src/features/reports/rules/sample.ts';
import type { ReviewRequest, ReviewShown } from '../../../src/protocol/protocol.ts';
import type { Host } from '../../ground/host.ts';
import { pictureProblem } from '../../ground/loadPicture.ts';
import { type WorldBox, worldLatitude, worldLongitude } from '../../ground/worldPoint.ts';
import type { Say } from '../../ui/announcer.ts';
import { type ReportProperty, scoreNames } from './reportClasses.ts';
import type { ReportModel } from './reportModel.ts';
import { drawSample, reviewEstimates } from './reviewSample.ts';

type Choice = Pick<Decision, 'decision' | 'note' | 'order'>;
type CellChoice = Pick<CellReview, 'missed' | 'note'>;

export type ReviewModel = ReturnType<typeof createReviewModel>;

/** The review of the report on the map. Features go by index. */
export function createReviewModel(
  { ask, state }: Pick<Host, 'ask' | 'state'>,
  report: ReportModel,
  say: Say,
) {
  const details = signal<Omit<ReviewShown, 'decisions' | 'cells'>>({});
  const decisions = signal<ReadonlyMap<number, Choice>>(new Map());
  /** What was missed in each cell, by index. */
  const cellReviews = signal<ReadonlyMap<number, CellChoice>>(new Map());
  /** The key of a class, or all; without an order, by score or else by place; who decided otherwise, or anybody. */
  const choice = signal({ order: '', classKey: '', otherReviewer: '' });
  /** What the chosen other reviewer decided otherwise. */
  const theirs = computed(() => {
    const otherReview = details.value.others?.find(({ reviewer }) => reviewer === choice.value.otherReviewer);
    return otherReview && new Map(otherReview.decisions.map(decision => [decision.feature, decision]));
  });
  /** The features or cells that are still to be reviewed; `undefined` while no review is in progress. */
  const queue = signal<readonly number[] | undefined>(undefined);
  /** Takes back the last decisions. */
  const done = signal<readonly (() => void)[]>([]);

  const isScore = ({ name, isNumeric }: ReportProperty) => isNumeric && scoreNames.test(name);
  const score = computed(() => report.properties.value.find(isScore)?.name);
  const order = computed(
    () =>
      (choice.value.order || (score.value ? 'uncertain' : 'near')) as NonNullable<Choice['order']> | 'cells',
  );
  const isCells = computed(() => order.value === 'cells');
  const design = computed(() => details.value.sample);
  const grid = computed(() => details.value.grid);
  const sample = computed(
    () =>
      design.value &&
      grid.value &&
      drawSample(design.value, grid.value, report.features.value, report.properties.value),
  );

  /** Features without a decision, or skipped, or decided otherwise by the other reviewer, that the map shows. */
  function isOffered(place: number): boolean {
    const { classes, classIndexes } = report.classing.peek();
    const classIndex = itemAt(classIndexes, place);
    const only = classes.findIndex(({ key }) => key === choice.peek().classKey);
    const { decision = 'skipped' } = decisions.peek().get(place) ?? {};
    const their = theirs.peek()?.get(place)?.decision;
    const isOpen = theirs.peek() ? their !== undefined && their !== decision : decision === 'skipped';
    return isOpen && (only < 0 || only === classIndex) && report.isShown(place);
  }

  /** The sort key of a feature; those without a score come last. */
  function reviewKey(place: number): number {
    const { shapes } = report.features.peek();
    if (order.peek() === 'near') return rowKey(shapes.boxAt(place));
    const value = report.features.peek().propertyAt(place, score.peek() ?? '');
    return order.peek() === 'file' ? 0 : typeof value === 'number' ? value : Number.MAX_VALUE;
  }

  function goOn(places: readonly number[]): void {
    const [place] = places;
    const cells = isCells.peek() ? grid.peek() : undefined;
    queue.value = places;
    report.cell.value = cells && place !== undefined ? cellCorners(cells, place) : undefined;
    report.choose(cells ? undefined : place);
    if (place === undefined) return;
    if (!cells) report.zoomTo({ place, across: 150 });
    say(reviewTitle(place));
  }

  /** What was reviewed last isn't a selection: the table would export it alone. */
  function stop(): void {
    if (queue.peek()) {
      report.choose(undefined);
      report.selected.value = [];
    }
    queue.value = report.cell.value = undefined;
  }

  function reviewTitle(place: number): string {
    return isCells.value ? l10n.t('How many missed here?') : report.featureName(place, false);
  }

  function start(): void {
    done.value = [];
    if (isCells.peek() || order.peek() === 'random') {
      const seed = Math.floor(Math.random() * 2 ** 32);
      const drawnNow = { seed, classBy: report.telling.peek(), scoreBy: score.peek() };
      details.value = { ...details.peek(), sample: design.peek() ?? drawnNow };
      const isOpen = (cell: number) => cellReviews.peek().get(cell)?.missed === undefined;
      const { features = [], cells = [] } = sample.peek() ?? {};
      goOn(isCells.peek() ? cells.filter(isOpen) : features.filter(isOffered));
      return;
    }
    const offered: number[] = [];
    const { length } = report.features.peek();
    for (let place = 0; place < length; place += 1) if (isOffered(place)) offered.push(place);
    const keys = new Map(offered.map(place => [place, reviewKey(place)]));
    goOn([...keys].sort(([, a], [, b]) => a - b).map(([place]) => place));
  }

  // What the map shows is what is reviewed, also when a filter is removed meanwhile.
  effect(() => {
    void report.visible.value;
    untracked(() => queue.peek() && start());
  });

  /** How it was come to: a feature that somebody chose on the map, or by a filter, isn't a part of the sample. */
  function decisionOrder(place: number): Decision['order'] {
    const how = order.peek();
    const isOneClass = report.hidden.peek().includes(true) || choice.peek().classKey !== '';
    const isByClass = report.coloring.peek() === design.peek()?.classBy;
    const isPart = report.filtered.peek() !== undefined || (isOneClass && !isByClass);
    return how !== 'random' || (place === queue.peek()?.[0] && !isPart) ? (how as Decision['order']) : 'file';
  }

  async function send(request: ReviewRequest): Promise<void> {
    const reportId = state.peek()?.report?.id;
    const drawn = design.peek();
    if (reportId === undefined) return;
    const answer = await ask('review', { reportId, ...request, ...(drawn && { sample: drawn }) }).catch(
      (error: unknown): ReviewShown => ({ problem: pictureProblem(error) }),
    );
    if (answer && reportId === state.peek()?.report?.id) batch(() => receive(answer));
  }

  function receive({ decisions: known, cells = [], ...answer }: ReviewShown): void {
    const previous = {
      ...details.peek(),
      ...(known && { others: undefined, sample: undefined }),
    };
    details.value = { ...previous, problem: undefined, ...answer };
    // What couldn't be written isn't decided.
    if (known ?? answer.problem) stop();
    if (known) {
      decisions.value = new Map(known.map(decision => [decision.feature, decision]));
      cellReviews.value = new Map(cells.map(each => [each.cell, each]));
    }
    if (answer.isStarted) start();
  }

  function set(place: number, next: Choice | undefined): void {
    decisions.value = withEntry(decisions.peek(), place, next);
    void send({ feature: place, ...next });
  }

  function setCell(cell: number, next: CellChoice | undefined): void {
    cellReviews.value = withEntry(cellReviews.peek(), cell, next);
    void send({ cell, ...(next && { ...next, missed: next.missed ?? null }) });
  }

  /** Goes on after a decision, which `takeBack` undoes. */
  function decided(place: number, takeBack: () => void): void {
    const others = () => (queue.peek() ?? []).filter(otherPlace => otherPlace !== place);
    const undo = () => {
      takeBack();
      goOn([place, ...others()]);
    };
    done.value = [...done.peek(), undo];
    goOn(others());
  }

  return {
    details,
    decisions,
    cellReviews,
    choice,
    theirs,
    order,
    isCells,
    score,
    reviewTitle,
    queue,
    done,
    send: (request: ReviewRequest): void => void send(request),
    estimates: computed(
      () => sample.value && reviewEstimates(sample.value, decisions.value, cellReviews.value),
    ),
    change: (next: Partial<typeof choice.value>): void => {
      choice.value = { ...choice.peek(), ...next };
      if (queue.peek()) start();
    },
    /** @param decision for a grid cell, the number of objects that the report lacks in it, unless it is skipped */
    decide: (decision: Decision['decision'] | number, note: string): void => {
      // A click on the map chooses another feature.
      const place = isCells.peek() ? queue.peek()?.[0] : report.chosen.peek();
      if (place === undefined) return;
      const noted = note && { note };
      batch(() => {
        if (isCells.peek() || typeof decision === 'number') {
          const before = cellReviews.peek().get(place);
          setCell(place, { ...(typeof decision === 'number' && { missed: decision }), ...noted });
          decided(place, () => setCell(place, before));
          return;
        }
        const before = decisions.peek().get(place);
        // A sample stays one if disagreements are settled.
        const how = (theirs.peek() && before?.order) ?? decisionOrder(place);
        set(place, { decision, ...(how && { order: how }), ...noted });
        decided(place, () => set(place, before));
      });
    },
    /** Back to the last reviewed feature or cell, which gets the decision that it had before. */
    back: (): void => {
      const last = done.peek().at(-1);
      if (!last) return;
      batch(() => {
        done.value = done.peek().slice(0, -1);
        last();
      });
    },
    stop,
  };
}

/** A copy with an entry at its end, or without it. */
function withEntry<T>(entries: ReadonlyMap<number, T>, key: number, value: T | undefined): Map<number, T> {
  const copy = new Map(entries);
  copy.delete(key);
  return value === undefined ? copy : copy.set(key, value);
}

/** Rows of about 200 m, from west to east and back in turn, so that the next one is near. */
function rowKey([west, north, east, south]: WorldBox): number {
  const row = Math.floor((worldLatitude(south) + worldLatitude(north)) / 0.004);
  return row * 1000 + (row % 2 === 0 ? 1 : -1) * worldLongitude((west + east) / 2);
}
