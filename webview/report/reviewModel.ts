import { batch, computed, type ReadonlySignal, signal } from '@preact/signals-core';
import { boxOf } from '../../src/model/geometry/box.ts';
import { itemAt } from '../../src/model/itemAt.ts';
import type { ReportFeature } from '../../src/model/report/reportFeature.ts';
import type { Decision } from '../../src/model/report/review.ts';
import type { MapState, ReviewRequest, ReviewShown, ToHost, ToPage } from '../../src/shared/protocol.ts';
import { type ReportProperty, scoreNames } from './reportClasses.ts';
import type { ReportModel } from './reportModel.ts';

type Choice = Pick<Decision, 'decision' | 'note' | 'order'>;

/** The review of the report on the map. Features go by index. */
export function createReviewModel(
  post: (message: ToHost) => void,
  state: ReadonlySignal<MapState | undefined>,
  findings: ReportModel,
) {
  const details = signal<Omit<ReviewShown, 'decisions'>>({});
  const decisions = signal<ReadonlyMap<number, Choice>>(new Map());
  /** The key of a class, or all; without an order, by score or else by place; who decided otherwise, or anybody. */
  const choice = signal({ order: '', classKey: '', otherReviewer: '' });
  /** What the chosen other reviewer decided otherwise. */
  const theirs = computed(() => {
    const otherReview = details.value.others?.find(({ reviewer }) => reviewer === choice.value.otherReviewer);
    return otherReview && new Map(otherReview.decisions.map(decision => [decision.feature, decision]));
  });
  /** The features that are still to be reviewed; `undefined` while no review is in progress. */
  const queue = signal<readonly number[] | undefined>(undefined);
  /** The features that were reviewed, with the decisions that they had before. */
  const done = signal<readonly (readonly [place: number, before: Choice | undefined])[]>([]);

  const isScore = ({ name, isNumeric }: ReportProperty) => isNumeric && scoreNames.test(name);
  const score = computed(() => findings.properties.value.find(isScore)?.name);
  const order = computed(
    () => (choice.value.order || (score.value ? 'uncertain' : 'near')) as NonNullable<Choice['order']>,
  );

  /** Features without a decision, or skipped, or decided otherwise by the other reviewer, that the map shows. */
  function isOffered(place: number): boolean {
    const { classes, classOf } = findings.classing.peek();
    const classIndex = itemAt(classOf, place);
    const only = classes.findIndex(({ key }) => key === choice.peek().classKey);
    const { decision = 'skipped' } = decisions.peek().get(place) ?? {};
    const their = theirs.peek()?.get(place)?.decision;
    const isOpen = theirs.peek() ? their !== undefined && their !== decision : decision === 'skipped';
    return isOpen && (only < 0 || only === classIndex) && findings.isShown(place);
  }

  /** The sort key of a feature; those without a score come last. */
  function keyOf({ geometry, properties }: ReportFeature): number {
    if (order.peek() === 'random') return Math.random();
    if (order.peek() === 'near') return rowKey(geometry);
    const value = properties[score.peek() ?? ''];
    return order.peek() === 'file' ? 0 : typeof value === 'number' ? value : Number.MAX_VALUE;
  }

  function goOn(places: readonly number[]): void {
    const [place] = places;
    queue.value = places;
    findings.choose(place);
    if (place === undefined) return;
    findings.stepped.value = { place, across: 150 };
    findings.announcement.value = { text: findings.nameOf(place) };
  }

  function start(): void {
    done.value = [];
    const features = [...findings.features.peek().entries()].filter(([place]) => isOffered(place));
    const keys = new Map(features.map(([place, feature]) => [place, keyOf(feature)]));
    goOn([...keys].sort(([, a], [, b]) => a - b).map(([place]) => place));
  }

  function send(request: ReviewRequest): void {
    const reportId = state.peek()?.report?.id;
    if (reportId !== undefined) post({ kind: 'review', reportId, ...request });
  }

  function set(place: number, next: Choice | undefined): void {
    const others = [...decisions.peek()].filter(([otherPlace]) => otherPlace !== place);
    decisions.value = new Map(next ? [...others, [place, next]] : others);
    send({ feature: place, ...next });
  }

  return {
    details,
    decisions,
    choice,
    theirs,
    order,
    score,
    queue,
    done,
    send,
    receive: ({ reportId, decisions: known, ...message }: Extract<ToPage, { kind: 'review' }>): void => {
      if (reportId !== state.peek()?.report?.id) return;
      const previous = { ...details.peek(), ...(known && { others: undefined }) };
      details.value = { ...previous, problem: undefined, ...message };
      // What couldn't be written isn't decided.
      if (known ?? message.problem) queue.value = undefined;
      if (known) decisions.value = new Map(known.map(decision => [decision.feature, decision]));
      if (message.isStarted) start();
    },
    change: (next: Partial<typeof choice.value>): void => {
      choice.value = { ...choice.peek(), ...next };
      if (queue.peek()) start();
    },
    decide: (decision: Decision['decision'], note: string): void => {
      // A click on the map chooses another feature.
      const place = findings.chosen.peek();
      if (place === undefined) return;
      batch(() => {
        const before = decisions.peek().get(place);
        done.value = [...done.peek(), [place, before]];
        // A sample stays one if disagreements are settled.
        const how = (theirs.peek() && before?.order) ?? order.peek();
        set(place, { decision, order: how, ...(note && { note }) });
        goOn((queue.peek() ?? []).filter(otherPlace => otherPlace !== place));
      });
    },
    /** Back to the last reviewed feature, which gets the decision that it had before. */
    back: (): void => {
      const last = done.peek().at(-1);
      if (!last) return;
      batch(() => {
        done.value = done.peek().slice(0, -1);
        set(...last);
        goOn([last[0], ...(queue.peek() ?? [])]);
      });
    },
  };
}

/** Rows of about 200 m, from west to east and back in turn, so that the next one is near. */
function rowKey(geometry: ReportFeature['geometry']): number {
  const box = boxOf(geometry);
  const row = Math.floor((box[1] + box[3]) / 0.004);
  return row * 1000 + ((row % 2 === 0 ? 1 : -1) * (box[0] + box[2])) / 2;
}
