import type { Polygon } from 'geojson';
import { beforeEach, describe, expect, it } from 'vitest';
import { box, polygon } from '../../../geo/polygons.ts';
import { compareReports } from '../../../../../src/features/deliveries/ui/compareReports.ts';
import { editor } from '../../../../fake/editor.ts';
import { enter, say, user } from '../../../../fake/user.ts';
import { bareDelivery, bareImage, bareOrder } from '../../../fixtures.ts';
import { deliverySetup, newFolder } from './deliverySetup.ts';

beforeEach(newFolder);

const kind = 'order.analytics-toolbox.archive';
const area = polygon(box(5, 43, 6, 44));
const images = [
  bareImage({ id: 'older image', footprint: polygon(box(5.1, 43, 5.85, 44)) }),
  bareImage({ id: 'newer image', footprint: polygon(box(5.25, 43, 6, 44)) }),
];

/** A delivered order of a day of March, with a car at each longitude. */
function ordered(id: string, day: number, longitudes: readonly number[], aoi?: Polygon) {
  const download = `https://access.test/${id}`;
  const payload = { kind, analytic: 'cars', aoi, imageIds: [`${id} image`] };
  const features = longitudes.map(longitude => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [longitude, 43.5] },
    properties: { acquisitionDate: `2026-03-0${day}T00:00:00Z` },
  }));
  const order = bareOrder({
    id,
    kind,
    title: id,
    status: 'delivered',
    payload,
    deliveries: [bareDelivery({ download })],
  });
  return { order, served: [download, JSON.stringify({ type: 'FeatureCollection', features })] as const };
}

/** @param reported what the service says of the area of the older one */
async function compare(listed: Parameters<typeof deliverySetup>[2], reported: Polygon | 'nothing' = area) {
  const older = ordered('older', 1, [5.2, 5.4, 5.6, 5.8], reported === 'nothing' ? undefined : reported);
  // One object is beside the area that was ordered.
  const newer = ordered('newer', 2, [5.3, 5.6, 5.9, 6.1], area);
  const served = Object.fromEntries([older.served, newer.served]);
  const { parts, reports } = await deliverySetup([older.order, newer.order], served, listed);
  const done = compareReports(parts, 'older', 'newer');
  await editor.prompt(/^Maximum distance/);
  await editor.enter('10');
  await done;
  const made = await editor.front(/^change-/);
  const { features } = JSON.parse(made.getText()) as {
    features: { geometry: { coordinates: [number, number] }; properties: Record<string, string> }[];
  };
  return {
    message: user.messages.at(-1),
    connection: reports.current.peek()?.connection,
    changes: Object.fromEntries(
      features.map(({ geometry, properties }) => [geometry.coordinates[0], properties['swath:change']]),
    ),
  };
}

describe('Compare Reports', () => {
  it('offers reports by what people know of them, then names the first', async () => {
    const orders = ['1b0c2f4e-aaaa', '2b0c2f4e-bbbb'].map((id, day) => {
      const { order } = ordered(id, day + 1, [5.2], area);
      return { ...order, title: 'Quay', createdAt: `2026-03-0${day + 1}T10:00:00Z` };
    });
    const { parts } = await deliverySetup(orders, {});
    user.answers.push(enter, say(undefined));
    await compareReports(parts, undefined, undefined);
    const [first, second] = user.prompts.slice(-2);
    expect(first?.text).toBe('Which report?');
    expect(first?.lines.slice(0, 2)).toEqual([
      expect.stringMatching(/^Quay.*cars · [\d,.]+ km² · 2026-03-01 10:00:00 UTC$/),
      expect.stringMatching(/^Quay.*cars · [\d,.]+ km² · 2026-03-02 10:00:00 UTC$/),
    ]);
    expect(second?.text).toBe('Compare "Quay" with…');
  });

  it('counts apart what the other report does not cover, by its images and its area', async () => {
    const { message, changes, connection } = await compare(images);
    expect(changes).toEqual({
      5.2: 'outside newer',
      5.3: 'new',
      5.4: 'gone',
      5.6: 'same',
      5.8: 'gone',
      5.9: 'outside older',
      6.1: 'outside older',
    });
    // The map says whose it is after a switch.
    expect(connection).toBe('Test');
    expect(message).toBe(
      '1 new, 2 gone, 1 the same. Not covered by the older report: 2, by the newer one: 1.',
    );
  });

  it('asks first if the reports are of different analytics', async () => {
    const cars = ordered('older', 1, [5.2], area);
    const { order, served } = ordered('newer', 2, [5.2], area);
    const vessels = { ...order, payload: { ...order.payload, analytic: 'vessels' } };
    const { parts } = await deliverySetup(
      [cars.order, vessels],
      Object.fromEntries([cars.served, served]),
      images,
    );
    const done = compareReports(parts, 'older', 'newer');
    await editor.prompt(/^Maximum distance/);
    user.answers.push(say(undefined));
    await editor.enter('10');
    await done;
    const question = user.prompts.at(-1);
    expect(question?.text).toBe('The two reports are of different analytics.');
    expect(question?.detail.split('\n').slice(1)).toEqual(['cars', 'vessels']);
  });

  it('says what it does not know of an area that the service does not report', async () => {
    const { message } = await compare(images, 'nothing');
    expect(message).toContain("that the other report's image doesn't show the place");
  });

  it('says what it does not know of an image that is not listed', async () => {
    const { message, changes } = await compare([]);
    expect(changes).toMatchObject({ 5.2: 'gone', 5.9: 'new', 6.1: 'outside older' });
    expect(message).toBe(
      '2 new, 3 gone, 1 the same. Not covered by the older report: 1, by the newer one: 0. ' +
        "New or gone can also mean that the other report's image doesn't show the place.",
    );
  });
});
