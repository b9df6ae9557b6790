import { signal } from '@preact/signals-core';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { ReportFeature } from '../../../../../src/features/reports/rules/reportFeature.ts';
import type { ReviewShown } from '../../../../../src/protocol/protocol.ts';
import { packedHere } from '../../../../../webview/features/reports/reportFeatures.ts';
import { createReportModel } from '../../../../../webview/features/reports/reportModel.ts';
import { createReviewModel } from '../../../../../webview/features/reports/reviewModel.ts';
import { fakeHost } from '../../fakeHost.ts';
import { mapState } from '../../mapState.ts';

/** Four objects on a line, of which the third has no score. */
const features: ReportFeature[] = [
  [5.003, 'ship', 0.9],
  [5.0, 'tank', 0.2],
  [5.002, 'ship', null],
  [5.001, 'ship', 0.5],
].map(([longitude, kind, score]) => ({
  geometry: { type: 'Point', coordinates: [Number(longitude), 52] },
  properties: { class: kind, confidence: score },
}));

let host: ReturnType<typeof fakeHost>;
let report: ReturnType<typeof createReportModel>;
let model: ReturnType<typeof createReviewModel>;

beforeEach(async () => {
  host = fakeHost();
  const state = mapState({ report: { id: '1', title: 'Ships', featureCount: features.length } });
  report = createReportModel(host.post, undefined, vi.fn(), () => '1', vi.fn());
  report.receiveState(state);
  for (const part of packedHere(features))
    report.receiveFeatures({ kind: 'reportFeatures', reportId: '1', from: 0, features: part });
  model = createReviewModel({ ask: host.ask, state: signal(state) }, report, vi.fn());
  await start();
});

async function read(review: ReviewShown): Promise<void> {
  model.send({ asks: 'start' });
  await host.answer('review', review);
}

const start = (decisions: ReviewShown['decisions'] = []) =>
  read({ reviewer: 'Ada', decisions, isStarted: true });

/** What was decided. */
const sent = () => host.asked('review').filter(({ asks }) => asks === undefined);

describe('a review on the page', () => {
  it('offers what is undecided or skipped, in the chosen order, of a class, and not what is hidden', async () => {
    expect(model.order.value).toBe('uncertain');
    expect(model.queue.value).toEqual([1, 3, 0, 2]);
    model.change({ order: 'near' });
    // From one end of the line to the other.
    expect(['1,3,2,0', '0,2,3,1']).toContain(model.queue.value?.join());
    const ship = report.classing.value.classes.findIndex(({ label }) => label === 'ship');
    model.change({ order: 'file', classKey: report.classing.value.classes[ship]?.key ?? '' });
    expect(model.queue.value).toEqual([0, 2, 3]);
    const at = '2026-11-23T15:00:00Z';
    await start([
      { feature: 0, decision: 'accepted', at },
      { feature: 2, decision: 'skipped', at },
    ]);
    expect(model.queue.value).toEqual([2, 3]);
    report.toggle(ship);
    model.change({});
    expect(model.queue.value).toEqual([]);
  });

  it('goes on with what the map shows when a filter is set or removed', () => {
    expect(model.queue.value).toEqual([1, 3, 0, 2]);
    report.filterBy('class = tank');
    expect(model.queue.value).toEqual([1]);
    report.filterBy('');
    expect(model.queue.value).toEqual([1, 3, 0, 2]);
  });

  it('zooms to each feature, posts each decision, and takes it back with what it replaced', async () => {
    const at = '2026-11-23T15:00:00Z';
    const step = vi.fn();
    report.onStep(step);
    await start([{ feature: 1, decision: 'skipped', at }]);
    expect(step).toHaveBeenLastCalledWith({ place: 1, across: 150 });
    model.decide('rejected', 'a buoy');
    // A click on the map.
    report.choose(2);
    model.decide('accepted', '');
    expect(report.chosen.value).toBe(3);
    model.back();
    expect(report.chosen.value).toBe(2);
    model.back();
    model.back();
    expect(report.chosen.value).toBe(1);
    expect(model.queue.value).toEqual([1, 2, 3, 0]);
    const ofReview = { reportId: '1' };
    expect(sent()).toEqual([
      { ...ofReview, feature: 1, decision: 'rejected', note: 'a buoy', order: 'uncertain' },
      { ...ofReview, feature: 2, decision: 'accepted', order: 'uncertain' },
      { ...ofReview, feature: 2 },
      expect.objectContaining({ feature: 1, decision: 'skipped' }),
    ]);
  });

  it('ends at a decision that could not be written', async () => {
    model.decide('accepted', '');
    expect(model.queue.value).toBeDefined();
    await host.fail('review', 'Disk full');
    expect([model.queue.value, model.details.value.problem]).toEqual([undefined, 'Disk full']);
  });

  it('asks about cells one at a time, and sends the design of its sample', async () => {
    const grid = {
      box: [5, 52, 5.5, 52.5] as [number, number, number, number],
      columns: 2,
      rows: 2,
      side: 100,
    };
    const opened = { reviewer: 'Ada', isStarted: true };
    const cells = { empty: [1, 2, 3], occupied: [0] };
    await read({ ...opened, decisions: [], grid: { ...grid, ...cells } });
    model.change({ order: 'cells' });
    expect(model.queue.value?.toSorted()).toEqual([0, 1, 2, 3]);
    const [first = NaN, second = NaN] = model.queue.value ?? [];
    expect(report.cell.value?.[0]).toEqual([52 + Math.floor(first / 2) * 0.25, 5 + (first % 2) * 0.25]);
    expect(report.chosen.value).toBeUndefined();
    model.decide(2, 'vans');
    model.decide('skipped', '');
    expect(model.cellReviews.value).toEqual(
      new Map([
        [first, { missed: 2, note: 'vans' }],
        [second, {}],
      ]),
    );
    model.back();
    expect([model.queue.value?.[0], model.cellReviews.value.has(second)]).toEqual([second, false]);
    const sample = expect.objectContaining({ classBy: 'class', scoreBy: 'confidence' }) as unknown;
    const message = { reportId: '1', sample };
    expect(sent()).toEqual([
      { ...message, cell: first, missed: 2, note: 'vans' },
      { ...message, cell: second, missed: null },
      { ...message, cell: second },
    ]);
    model.stop();
    expect(report.cell.value).toBeUndefined();
  });

  it('leaves nothing selected when it ends', () => {
    // As the table does it with what is chosen.
    report.selected.value = [1];
    model.stop();
    expect([report.chosen.value, report.selected.value]).toEqual([undefined, []]);
  });

  it('estimates from the sample only, and knows what was reviewed otherwise', async () => {
    const grid = {
      box: [5, 52, 5.5, 52.5] as [number, number, number, number],
      columns: 2,
      rows: 2,
      side: 100,
    };
    const opened = { isStarted: true };
    const at = '2026-11-23T15:00:00Z';
    const sample = { seed: 1, classBy: 'class', scoreBy: 'confidence' };
    const decisions = [{ feature: 1, decision: 'rejected' as const, order: 'uncertain' as const, at }];
    await read({ ...opened, decisions, sample, grid: { ...grid, empty: [1, 2, 3], occupied: [0] } });
    expect(model.estimates.value).toBeUndefined();
    model.change({ order: 'random' });
    expect(model.queue.value?.toSorted()).toEqual([0, 2, 3]);
    model.decide('accepted', '');
    // Three ships, of which one is known, and a tank that is wrong.
    const whole = model.estimates.value?.classPrecision();
    expect(whole?.value).toBeCloseTo(0.75);
    expect(whole?.min).toBeLessThan(0.5);
    expect(whole?.max).toBe(0.75);
    model.decide('accepted', '');
    model.decide('rejected', '');
    expect(model.estimates.value?.classPrecision()).toEqual({ value: 0.5, min: 0.5, max: 0.5 });
    expect(model.estimates.value).toMatchObject({ moreFeatures: 0, recall: undefined });
    model.change({ order: 'cells' });
    for (const missed of [0, 1, 0, 1]) model.decide(missed, '');
    expect(model.estimates.value?.recall?.value).toBeCloseTo(0.5);
    expect(model.estimates.value).toMatchObject({ moreCells: 0, cells: 4, reviewedCells: 4 });
  });

  it('knows the precision of a report of which all was reviewed, in any order, and takes its recall from the cells', async () => {
    const at = '2026-11-23T15:00:00Z';
    const decisions = ['accepted', 'rejected', 'accepted', 'rejected'].map((decision, feature) => ({
      feature,
      decision: decision as 'accepted' | 'rejected',
      order: 'uncertain' as const,
      at,
    }));
    const cells = { columns: 2, rows: 1, side: 100, empty: [1], occupied: [0] };
    await read({ isStarted: true, decisions, grid: { box: [5, 52, 5.5, 52.5], ...cells } });
    model.change({ order: 'cells' });
    expect(model.estimates.value?.classPrecision()).toEqual({ value: 0.5, min: 0.5, max: 0.5 });
    for (const missed of [0, 2]) model.decide(missed, '');
    expect(model.estimates.value?.recall).toEqual({ value: 0.5, min: 0.5, max: 0.5 });
  });

  it('has no feature in its sample that was chosen on the map', async () => {
    model.change({ order: 'random' });
    const grid = {
      box: [5, 52, 5.01, 52.01] as [number, number, number, number],
      columns: 1,
      rows: 1,
      side: 100,
    };
    const opened = { isStarted: true };
    await read({ ...opened, decisions: [], grid: { ...grid, empty: [], occupied: [0] } });
    const [first = NaN, , third = NaN] = model.queue.value ?? [];
    report.choose(third);
    model.decide('accepted', '');
    report.choose(first);
    model.decide('accepted', '');
    expect([third, first].map(place => model.decisions.value.get(place)?.order)).toEqual(['file', 'random']);
  });
});
