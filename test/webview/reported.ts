import { readFile } from 'node:fs/promises';
import type { FeatureCollection, Point, Polygon } from 'geojson';
import type { Frame } from 'playwright-core';
import { analyticOrder, harnessOf, imageOf } from '../unit/sandbox/harness.ts';
import type { Harness } from './harness.ts';

/** A few square kilometers of the harbor: enough cars that they can also be colored by a number. */
export const harbourPart: Polygon = {
  type: 'Polygon',
  coordinates: [
    [
      [5.33, 43.29],
      [5.345, 43.29],
      [5.345, 43.3],
      [5.33, 43.3],
      [5.33, 43.29],
    ],
  ],
};

export type Report = FeatureCollection<Point, { id: number; class: string }>;

export interface Opened {
  map: Frame;
  /** File name of the report. */
  name: string;
  text: string;
  report: Report;
}

/** Opens a delivered report, and its text, on the cars in a part of the harbor, which was ordered elsewhere. */
export async function openReport(harness: Harness): Promise<Opened> {
  const { editor, service } = harness;
  const there = harnessOf(service.sandbox);
  const body = analyticOrder([await imageOf(there, 'PHR')], { title: 'Quay cars', aoi: harbourPart });
  const { status } = await there.call('POST', '/api/v1/orders', body);
  if (status !== 201) throw new Error(`The order was answered with ${status}.`);
  await editor.wait('the delivery', async () => {
    const { body: list } = await there.call<{ items: { status: string }[] }>('GET', '/api/v1/orders');
    return list.items.every(order => order.status === 'delivered') || undefined;
  });
  await editor.run('swath.refresh');
  await editor.run('swath.openReport');
  const map = await harness.map();
  await map.locator('.report-legend', { hasText: 'features' }).waitFor();
  await map.getByRole('button', { name: 'Open Text' }).press('Enter');
  const document = await editor.front(/\.geojson$/);
  const text = await readFile(document.uri.fsPath, 'utf8');
  const name = document.uri.path.slice(document.uri.path.lastIndexOf('/') + 1);
  return { map, name, text, report: JSON.parse(text) as Report };
}
