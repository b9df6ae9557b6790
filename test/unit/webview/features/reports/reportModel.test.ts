import { beforeEach, describe, expect, it } from 'vitest';
import type { ReportFeature } from '../../../../../src/features/reports/rules/reportFeature.ts';
import type { MapState, ToHost } from '../../../../../src/protocol/protocol.ts';
import { packedHere } from '../../../../../webview/features/reports/reportFeatures.ts';
import {
  createReportModel,
  type ReportModel,
  type SavedReportLook,
} from '../../../../../webview/features/reports/reportModel.ts';
import { columnStatistics, reportColumns } from '../../../../../webview/features/reports/tableColumns.ts';
import { createAnnouncer } from '../../../../../webview/ui/announcer.ts';

const kinds = ['ship', 'tank', 'ship', 'tank', 'ship'];
const features: ReportFeature[] = kinds.map((kind, id) => ({
  geometry: { type: 'Point', coordinates: [4, 52] },
  properties: { class: kind, id },
}));

let posted: ToHost[];
let kept: SavedReportLook[];
let model: ReportModel;
const announcer = createAnnouncer();

function receiveReport(report: MapState['report'], comingReport?: string) {
  // The model reads nothing else of the state.
  model.receiveState({ report, comingReport } as MapState);
}

function send(from: number, part: readonly ReportFeature[], reportId = '1') {
  const [packed] = packedHere(part);
  if (packed) model.receiveFeatures({ kind: 'reportFeatures', reportId, from, features: packed });
}

function start(saved?: SavedReportLook) {
  posted = [];
  kept = [];
  model = createReportModel(
    message => posted.push(message),
    saved,
    settings => kept.push(settings),
    () => '1',
    announcer.say,
  );
  receiveReport({ id: '1', title: 'Ships', featureCount: 5 });
}

beforeEach(() => start());

describe('the report on the page', () => {
  it('is drawn once complete, in whatever order the parts come', () => {
    send(0, features.slice(0, 2));
    expect(model.arrived.value).toBe(2);
    expect(model.features.value.length).toBe(0);
    // A part sent twice, and one of another report.
    send(0, features.slice(0, 2));
    send(2, features, '2');
    send(4, features.slice(4));
    expect(model.isWhole.value).toBe(false);
    send(2, features.slice(2));
    expect(model.isWhole.value).toBe(true);
    expect(kinds.map((_kind, place) => ({ ...model.features.value.propertiesAt(place) }))).toEqual(
      features.map(({ properties }) => properties),
    );
    expect(model.coloring.value).toBe('class');
    expect(model.classing.value.classes.map(({ label, count }) => [label, count])).toEqual([
      ['ship', 3],
      ['tank', 2],
    ]);
  });

  it('is drawn at once if its features came while it was read, and the one before it until then', () => {
    send(0, features);
    const first = model.features.value;
    receiveReport({ id: '1', title: 'Ships', featureCount: 5 }, '2');
    send(0, features.slice(0, 2), '2');
    expect([model.features.value, model.arrived.value, model.isWhole.value]).toEqual([first, 5, true]);
    send(2, features.slice(2), '2');
    expect(model.features.value).toBe(first);
    receiveReport({ id: '2', title: 'Ships', featureCount: 5 });
    expect([model.features.value.length, model.arrived.value, model.isWhole.value]).toEqual([5, 5, true]);
    expect(model.features.value).not.toBe(first);
  });

  it('forgets the features of a report that turned out not to be one', () => {
    receiveReport({ id: '1', title: 'Ships', featureCount: 5 }, '2');
    send(0, features.slice(0, 2), '2');
    receiveReport({ id: '1', title: 'Ships', featureCount: 5 });
    send(2, features.slice(2), '2');
    receiveReport({ id: '2', title: 'Ships', featureCount: 5 });
    expect([model.arrived.value, model.isWhole.value]).toEqual([0, false]);
  });

  it.each(['constructor', '__proto__'])('has a "%s" only in features that have one', name => {
    const last = { ...features[0], properties: JSON.parse(`{"${name}":"a"}`) as object } as ReportFeature;
    send(0, structuredClone([...features.slice(1), last]));
    const column = reportColumns(model.features.value).find(({ id }) => id === name);
    expect(column && columnStatistics(model.features.value, [0, 1, 2, 3, 4], column)[1]).toEqual([
      'Not set',
      '4',
    ]);
    expect(model.filterBy(`${name} < b`)).toBeUndefined();
    expect(model.filtered.value?.indexOf(1)).toBe(4);
    model.colorBy(name);
    expect(model.classing.value.classes.map(({ count }) => count)).toEqual([1, 4]);
  });

  it('steps through the shown features and announces the position', () => {
    send(0, features);
    model.toggle(1);
    expect(model.hidden.value).toEqual([false, true]);
    const seen = [1, 1, 1, 1].map(() => {
      model.step(1);
      return [model.chosen.value, announcer.text.value];
    });
    expect(seen).toEqual([
      [0, 'Feature 1 of 5, ship'],
      [2, 'Feature 3 of 5, ship'],
      [4, 'Feature 5 of 5, ship'],
      [4, 'No more features'],
    ]);
    model.step(-1);
    expect(model.chosen.value).toBe(2);
  });

  it('steps only through the features that pass the filter', () => {
    send(0, features);
    model.choose(0);
    model.selected.value = [0, 3];
    expect(model.filterBy('class = tank or id >')).toEqual({ message: 'Missing word or value.', at: 20 });
    expect(model.filtered.value).toBeUndefined();
    expect(model.filterBy('class = tank or id = 4')).toBeUndefined();
    expect([...(model.filtered.value ?? [])]).toEqual([0, 1, 0, 1, 1]);
    expect([model.chosen.value, model.selected.value]).toEqual([undefined, [3]]);
    model.toggle(0);
    const seen = [1, 1, 1].map(() => {
      model.step(1);
      return model.chosen.value;
    });
    expect(seen).toEqual([1, 3, 3]);
  });

  it('forgets everything with the report', () => {
    send(0, features);
    model.toggle(0);
    model.choose(3);
    receiveReport({ id: '2', title: 'Ships', featureCount: 5 });
    expect([model.features.value.length, model.chosen.value, model.chosenColoring.value]).toEqual([
      0,
      undefined,
      undefined,
    ]);
    receiveReport(undefined);
    expect(model.isWhole.value).toBe(false);
    model.reveal(0, true);
    expect(posted).toEqual([]);
  });

  it('is restored as it was when the page comes back', () => {
    send(0, features);
    expect(kept.at(-1)).not.toHaveProperty('property');
    model.filterBy('id < 3');
    model.sort.value = { by: 'id', descending: true };
    model.without.value = ['class'];
    start(structuredClone(kept.at(-1)));
    send(0, features);
    expect([model.filter.value, model.filtered.value]).toEqual(['id < 3', Uint8Array.of(1, 1, 1, 0, 0)]);
    expect([model.sort.value.by, model.without.value, model.chosenColoring.value]).toEqual([
      'id',
      ['class'],
      undefined,
    ]);
    model.colorBy('id');
    model.toggle(1);
    start(structuredClone(kept.at(-1)));
    send(0, features);
    expect([model.coloring.value, model.filter.value]).toEqual(['id', 'id < 3']);
    expect(model.hidden.value).toEqual([false, true, false, false, false]);
  });

  it.each([
    ['another report', { title: 'Tanks', property: 'id', hidden: [] }],
    ['a property that is gone', { title: 'Ships', property: 'size', hidden: [], filter: 'size > 1' }],
  ])('forgets its saved state with %s', (_what, saved) => {
    start(saved);
    send(0, features);
    expect([model.coloring.value, model.filter.value]).toEqual(['class', '']);
  });
});
