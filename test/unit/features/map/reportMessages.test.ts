import { describe, expect, it, vi } from 'vitest';
import type { ReportFeature } from '../../../../src/features/reports/rules/reportFeature.ts';
import type { ToPage } from '../../../../src/protocol/protocol.ts';
import type { ReportOnMap } from '../../../../src/features/deliveries/reports.ts';
import { reportOf } from '../deliveries/reportOf.ts';
import { createReportMessages, reportId, reportShown } from '../../../../src/features/map/reportMessages.ts';
import { ReportFeatures } from '../../../../webview/features/reports/reportFeatures.ts';
import { eventually } from '../../../eventually.ts';

type Sent = Extract<ToPage, { kind: 'reportFeatures' }>;

async function reportWith(count: number, words = ''): Promise<ReportOnMap> {
  const features = Array.from({ length: count }, (_none, id): ReportFeature => ({
    geometry: { type: 'Point', coordinates: [4, 52] },
    properties: { id, words },
  }));
  return { orderId: 'order', title: 'Ships', uri: 'file:///ships.geojson', ...(await reportOf(features)) };
}

function start() {
  const sent: Sent[] = [];
  const fail = vi.fn();
  const messages = createReportMessages(message => sent.push(message as Sent), fail);
  return { sent, fail, messages };
}

const countOf = (sent: readonly Sent[]) => sent.reduce((sum, { features }) => sum + features.count, 0);

describe('the features of a report sent to the page', () => {
  it('are sent in consecutive chunks, none of them long', async () => {
    const { sent, messages } = start();
    const report = await reportWith(2500, 'x'.repeat(2000));
    messages.show(report);
    await eventually(() => expect(countOf(sent)).toBe(2500));
    const all = new ReportFeatures();
    for (const { features } of sent) all.add(features);
    expect(Array.from({ length: 2500 }, (_none, place) => all.propertiesAt(place)['id'])).toEqual(
      Array.from({ length: 2500 }, (_none, id) => id),
    );
    let from = 0;
    for (const part of sent) {
      expect(part).toMatchObject({ reportId: reportId(report), from });
      expect(JSON.stringify(part).length).toBeLessThan(700_000);
      from += part.features.count;
    }
  });

  it('are sent once, and again to a page that has lost its state', async () => {
    const { sent, messages } = start();
    const report = await reportWith(3);
    messages.show(report);
    messages.show(report);
    await eventually(() => expect(countOf(sent)).toBe(3));
    messages.forget();
    messages.show(report);
    await eventually(() => expect(countOf(sent)).toBe(6));
  });

  it('of the one that is being read come after those on the map, and once', async () => {
    const { sent, messages } = start();
    const current = await reportWith(20_000);
    const coming = await reportWith(3);
    messages.show(current, coming);
    await eventually(() => expect(countOf(sent)).toBe(20_003));
    messages.show(coming);
    // The one before it was dropped by the page.
    messages.show(current);
    await eventually(() => expect(countOf(sent)).toBe(40_003));
    const ids = [...new Set(sent.map(part => part.reportId))];
    expect(ids).toEqual([current, coming].map(reportId));
    expect(sent.at(-1)?.reportId).toBe(reportId(current));
  });

  it('stop when the one that was being read turns out to be no report', async () => {
    const current = await reportWith(2);
    const coming = await reportWith(50_000);
    const sent: string[] = [];
    const messages = createReportMessages(message => {
      sent.push((message as Sent).reportId);
      if (sent.at(-1) === reportId(coming)) messages.show(current);
    }, vi.fn());
    messages.show(current);
    await eventually(() => expect(sent).toEqual([reportId(current)]));
    messages.show(current, coming);
    await eventually(() => expect(sent).toHaveLength(2));
    for (let turn = 0; turn < 20; turn += 1) await new Promise(resolve => setImmediate(resolve));
    expect(sent).toEqual([reportId(current), reportId(coming)]);
  });

  it('stop when another report replaces them', async () => {
    const { sent, messages } = start();
    const long = await reportWith(50_000);
    const short = await reportWith(2);
    messages.show(long);
    messages.show(short);
    await eventually(() => expect(sent.some(part => part.reportId === reportId(short))).toBe(true));
    await new Promise(resolve => setImmediate(resolve));
    expect(sent.filter(part => part.reportId === reportId(long)).length).toBeLessThan(2);
  });

  it('that cannot be read again while they are not on the map are tried again when they are', async () => {
    const { sent, fail, messages } = start();
    const report = await reportWith(1);
    let tries = 0;
    const packed = () => {
      tries += 1;
      if (tries === 1) throw new Error('It has changed.');
      return report.packed();
    };
    const coming = { ...report, packed };
    messages.show(undefined, coming);
    messages.show(undefined, coming);
    expect([tries, fail.mock.calls]).toEqual([1, []]);
    messages.show(coming);
    await eventually(() => expect(countOf(sent)).toBe(1));
    expect(tries).toBe(2);
  });

  it('that cannot be read again are an error of that report', async () => {
    const { sent, fail, messages } = start();
    const changed = new Error('It has changed.');
    const packed = () => {
      throw changed;
    };
    const report = { ...(await reportWith(1)), packed };
    const coming = await reportWith(3);
    messages.show(report, coming);
    await eventually(() => expect(fail.mock.calls).toEqual([[changed, report]]));
    await eventually(() => expect(countOf(sent)).toBe(3));
  });
});

it.each([
  ['the connection in use', 'Quay', 'Ships'],
  ['another connection than the one in use', 'Sandbox', 'Ships, ordered at Quay'],
  ['a connection while nobody is signed in', undefined, 'Ships, ordered at Quay'],
])('the report of %s is named so', async (_what, connection, title) => {
  const report = { ...(await reportWith(1)), connection: 'Quay' };
  expect(reportShown(report, connection).title).toBe(title);
  expect(reportShown(await reportWith(1), connection).title).toBe('Ships');
});

it.each([
  ['the contract in use', 'c1', 'Ships'],
  ['another contract on the connection', 'c2', 'Ships, ordered by another account at Quay'],
  ['a contract while that in use is not known', undefined, 'Ships'],
])('the report of %s is named so', async (_what, contract, title) => {
  const report = { ...(await reportWith(1)), connection: 'Quay', contract: 'c1' };
  expect(reportShown(report, 'Quay', contract).title).toBe(title);
});
