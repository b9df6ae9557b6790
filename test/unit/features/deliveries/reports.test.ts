import { describe, expect, it } from 'vitest';
import { readFeatures, readReportText } from '../../../../src/features/deliveries/reportFiles.ts';
import {
  createReports,
  type RememberedReport,
  type ReportOnMap,
} from '../../../../src/features/deliveries/reports.ts';
import { reportOf } from './reportOf.ts';

const point = { type: 'Point', coordinates: [5.3, 43.3] };
const feature = (rest: object = {}) => ({
  type: 'Feature',
  geometry: point,
  properties: { class: 'car' },
  ...rest,
});

describe('a report', () => {
  it('is read completely, however many features it has and whatever is between them', async () => {
    const all = Array.from({ length: 3_000 }, (_none, id) =>
      feature({ properties: { id, words: 'x'.repeat(90) } }),
    );
    const report = await reportOf(all.flatMap(item => [item, 'a word', feature({ geometry: null })]));
    const features = await readFeatures(report);
    expect(features.map(({ properties }) => properties.id)).toEqual(all.map((_one, id) => id));
  });

  it.each<[string, object]>([
    ['null', { properties: null }],
    ['absent', { properties: undefined }],
  ])('has a feature without properties if they are %s', async (_what, part) => {
    expect(await readFeatures(await reportOf([feature(part)]))).toEqual([
      { geometry: point, properties: {} },
    ]);
  });

  it.each<[string, unknown]>([
    ['its geometry is null', feature({ geometry: null })],
    ['its geometry has no type', feature({ geometry: {} })],
    ['its geometry has only a type', feature({ geometry: { type: 'Point' } })],
    ['it is null', null],
  ])('leaves out a feature if there is nothing to draw: %s', async (_what, broken) => {
    expect(await readFeatures(await reportOf([broken, feature()]))).toEqual([
      { geometry: point, properties: { class: 'car' } },
    ]);
  });
});

describe('the report on the map', () => {
  const report = async (orderId: string): Promise<ReportOnMap> => ({
    orderId,
    title: orderId,
    uri: `file:///${orderId}`,
    ...(await reportOf([])),
  });

  function setUp(files: Record<string, string> = {}, last?: RememberedReport) {
    const memory = { value: last };
    const reports = createReports(
      { read: () => memory.value, write: value => Promise.resolve(void (memory.value = value)) },
      async uri => {
        const text = files[uri];
        return text === undefined ? undefined : readReportText(text);
      },
      () => 'c1',
    );
    return { reports, memory };
  }

  it('keeps the contract that it was ordered with, if it was ordered', async () => {
    const { reports, memory } = setUp();
    reports.show({ ...(await report('o1')), connection: 'Quay' });
    expect([reports.current.peek()?.contract, memory.value?.contract]).toEqual(['c1', 'c1']);
    const { connection: _none, ...file } = await report('o2');
    reports.show(file);
    expect(reports.current.peek()?.contract).toBeUndefined();
  });

  it('is restored from its file by the next window, and not if it was closed', async () => {
    const { reports, memory } = setUp();
    reports.show(await report('o1'));
    expect(memory.value).toEqual({ orderId: 'o1', title: 'o1', uri: 'file:///o1' });
    const text =
      '{"type":"FeatureCollection","features":[{"geometry":{"type":"Point","coordinates":[1,2]}}]}';
    const next = setUp({ 'file:///o1': text }, memory.value);
    await next.reports.resume();
    expect(next.reports.current.value).toMatchObject({ orderId: 'o1', index: { facts: { features: 1 } } });
    next.reports.clear();
    expect(next.memory.value).toBeUndefined();
  });

  it('is announced while it is read, one at a time', async () => {
    const { reports } = setUp();
    const [first, second] = await Promise.all([report('o1'), report('o2')]);
    await reports.expect(async onComing => {
      onComing(first);
      await reports.expect(onOther => {
        onOther(second);
        expect(reports.coming.peek()).toBe(first);
        return Promise.resolve();
      });
      reports.clear();
      expect(reports.coming.peek()).toBe(first);
      // It is not a report, and is downloaded again.
      onComing(undefined);
      expect(reports.coming.peek()).toBeUndefined();
      onComing(first);
      reports.show(first);
      expect([reports.coming.peek(), reports.current.peek()]).toEqual([first, first]);
      reports.show(second);
      expect(reports.coming.peek()).toBeUndefined();
    });
    expect([reports.coming.peek(), reports.current.peek()]).toEqual([undefined, second]);
    const broken = reports.expect(onComing => {
      onComing(first);
      throw new Error('The disk is gone.');
    });
    await expect(broken).rejects.toThrow('disk');
    expect(reports.coming.peek()).toBeUndefined();
  });

  it("isn't announced if it is long and another long one is on the map", async () => {
    const { reports } = setUp();
    const long = async (id: string) => ({ ...(await report(id)), source: { path: id, identity: id } });
    reports.show(await long('o1'));
    const announced: unknown[] = [];
    for (const next of [await long('o2'), await report('o3')])
      await reports.expect(onComing => {
        onComing(next);
        return Promise.resolve(announced.push(reports.coming.peek()?.source));
      });
    expect(announced).toEqual([undefined, expect.any(Buffer)]);
  });

  it("isn't restored if its file is gone or no longer a report, or another one is already shown", async () => {
    const last = { orderId: 'o1', title: 'o1', uri: 'file:///o1' };
    const gone = setUp({}, last);
    await gone.reports.resume();
    expect(gone.reports.current.value).toBeUndefined();
    const broken = setUp({ 'file:///o1': '<html>' }, last);
    await broken.reports.resume();
    expect(broken.reports.current.value).toBeUndefined();
    const late = setUp({ 'file:///o1': '{"type":"FeatureCollection","features":[]}' }, last);
    const another = await report('o2');
    const resuming = late.reports.resume();
    late.reports.show(another);
    await resuming;
    expect(late.reports.current.value?.orderId).toBe('o2');
  });
});
