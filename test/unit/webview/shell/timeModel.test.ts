import { signal } from '@preact/signals-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { box, polygon } from '../../geo/polygons.ts';
import { resultRow } from '../features/images/resultRow.ts';
import type { ImageRow, MapState } from '../../../../src/protocol/protocol.ts';
import { fakeHost } from '../fakeHost.ts';
import { mapState } from '../mapState.ts';
import { testStores } from '../testStores.ts';

const area = { name: 'Harbor', polygon: polygon(box(0, 0, 1, 1)), areaKm2: 1 };

/** Named by their days: an image of the whole area unless `known` says otherwise. */
function image(day: string, known: Partial<ImageRow> = {}, id = day): ImageRow {
  return resultRow(id, { acquisitionDate: `${day}T10:00:00Z`, footprint: area.polygon, ...known });
}

function page(rows: readonly ImageRow[], change: Partial<MapState> = { aoi: area }) {
  const host = fakeHost();
  const reducedMotion = signal(false);
  const model = testStores({
    ...host,
    reducedMotion,
  });
  const { pictures, time } = model;
  const show = (more: Partial<MapState> = {}) =>
    model.receive({
      kind: 'state',
      state: mapState({ connection: 'Local', imageCount: rows.length, ...change, ...more }),
    });
  show();
  model.receive({ kind: 'images', searchId: 1, from: 0, images: rows });
  const requested = () => host.asked('quicklook').map(({ id }) => id);
  /** Answers the request, if there is one, and lets what follows happen. */
  async function arrive(problem?: string): Promise<void> {
    if (problem !== undefined) await host.fail('quicklook', problem);
    else if (host.waitsFor('quicklook'))
      await host.answer('quicklook', { mimeType: 'image/jpeg', bytes: new Uint8Array(1) });
    await vi.advanceTimersByTimeAsync(0);
  }
  return {
    model,
    pictures,
    time,
    reducedMotion,
    show,
    arrive,
    requested,
    onMap: () => pictures.onMap.value.filter(({ quicklook }) => quicklook).map(({ id }) => id),
    announcement: () => model.announcer.text.value,
    step: async (by: 1 | -1): Promise<void> => {
      time.step(by);
      await arrive();
    },
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'Image',
    class {
      decode = () => Promise.resolve();
    },
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('stepping by date', () => {
  it('shows one quicklook at a time, in the order of acquisition, and marks its row', async () => {
    const { model, step, onMap, announcement } = page([
      image('2025-03-03'),
      image('2025-01-01'),
      image('2025-02-02'),
    ]);
    const reached: string[] = [];
    model.found.onReach(id => reached.push(id));
    await step(1);
    expect(onMap()).toEqual(['2025-01-01']);
    await step(1);
    await step(1);
    expect(onMap()).toEqual(['2025-03-03']);
    await step(-1);
    expect(onMap()).toEqual(['2025-02-02']);
    expect(model.found.hovered.value).toBe('2025-02-02');
    expect(reached.at(-1)).toBe('2025-02-02');
    expect(announcement()).toBe('2025-02-02 10:00 UTC');
  });

  it('keeps the former picture, and its opacity, until the next one is there', async () => {
    const { time, step, arrive, onMap, pictures } = page([image('2025-01-01'), image('2025-02-02')]);
    await step(1);
    pictures.setOpacity('2025-01-01', 0.5);
    time.step(1);
    expect(onMap()).toEqual(['2025-01-01']);
    await arrive();
    expect(pictures.onMap.value).toEqual([
      { id: '2025-02-02', opacity: 0.5, quicklook: true, streaming: false },
    ]);
  });

  it('passes images that show little of the area, that are hidden, or that have no quicklook, which is said', async () => {
    const { model, step, onMap, announcement, time } = page([
      image('2025-01-01', { snowCover: 0 }),
      image('2025-01-02', { snowCover: 0, footprint: polygon(box(0.7, 0, 1.7, 1)) }),
      image('2025-01-03', { snowCover: 60 }),
      image('2025-01-04', { snowCover: 0, whyNo: { quicklook: 'None' } }),
      image('2025-01-05', { snowCover: 0 }),
      image('2025-01-06', { snowCover: 0, whyNo: { quicklook: 'None' } }),
    ]);
    model.results.setLimits({ maxSnowCover: 50 });
    await step(1);
    await step(1);
    expect(onMap()).toEqual(['2025-01-05']);
    expect(announcement()).toBe('2025-01-05 10:00 UTC, Images without a quicklook skipped: 1');
    time.step(1);
    expect(time.note.value).toBe(
      'No more images here among the 6 loaded. Images without a quicklook skipped: 1',
    );
    expect(onMap()).toEqual(['2025-01-05']);
  });

  it('finds images within a large area, and without an area those of the view, also across the antimeridian', async () => {
    const part = image('2025-01-01', { footprint: polygon(box(0.1, 0.1, 0.2, 0.2)) });
    const large = page([part]);
    await large.step(1);
    expect(large.onMap()).toEqual(['2025-01-01']);

    const far = image('2025-01-01', { footprint: polygon(box(-179, 0, -178, 1)) });
    const view = page([far, image('2025-01-02')], {});
    view.model.view.moved([180.8, 0, 182.2, 1], '');
    await view.step(1);
    expect(view.onMap()).toEqual(['2025-01-01']);
    view.time.step(1);
    expect(view.time.note.value).toBe('No more images here among the 2 loaded.');

    const world = page([image('2025-01-02')], {});
    world.model.view.moved([-170, -80, 170, 80], '');
    await world.step(1);
    expect(world.onMap()).toEqual(['2025-01-02']);
  });

  it('says that more images can be loaded', () => {
    const { time } = page([image('2025-01-01', { whyNo: { quicklook: 'None' } })], {
      aoi: area,
      hasMore: true,
    });
    time.step(-1);
    expect(time.note.value).toContain('No more images here among the 1 loaded.');
  });

  it('replaces an open card, and starts at its image', async () => {
    const { step, onMap, pictures } = page([image('2025-01-01'), image('2025-02-02'), image('2025-03-03')]);
    pictures.card.value = '2025-02-02';
    await step(1);
    expect(onMap()).toEqual(['2025-03-03']);
    expect(pictures.card.value).toBe('2025-03-03');
  });

  it('keeps streamed tiles below the picture', async () => {
    const { step, pictures, show } = page([image('2025-01-01')]);
    show({ streaming: ['other'] });
    await step(1);
    expect(pictures.onMap.value.map(({ id }) => id)).toEqual(['other', '2025-01-01']);
  });
});

describe('playing', () => {
  const rows = [
    image('2025-01-01', { cloudCover: 80 }, 'cloudy'),
    image('2025-01-01', { cloudCover: 5 }, 'clear'),
    image('2025-01-02', { cloudCover: 0 }, 'next day'),
    image('2025-02-01', { cloudCover: 0 }, 'next month'),
  ];

  it('shows the best image of each day, waits for the picture, and requests the next one ahead', async () => {
    const { time, arrive, onMap, requested } = page(rows);
    time.play();
    expect(requested()).toEqual(['clear']);
    await vi.advanceTimersByTimeAsync(5000);
    expect(onMap()).toEqual([]);
    await arrive();
    expect(onMap()).toEqual(['clear']);
    expect(requested()).toEqual(['clear', 'next day']);
    await arrive();
    expect(onMap()).toEqual(['clear']);
    await vi.advanceTimersByTimeAsync(1000);
    expect(onMap()).toEqual(['next day']);
    await arrive();
    await vi.advanceTimersByTimeAsync(1000);
    expect(onMap()).toEqual(['next month']);
    expect(time.isPlaying.value).toBe(false);
    expect(time.note.value).toBe('No more images here among the 4 loaded.');
    time.play();
    await vi.advanceTimersByTimeAsync(0);
    expect(onMap()).toEqual(['clear']);
  });

  it('starts at the open image, if no picture is on the map', async () => {
    const { time, pictures, arrive, onMap, requested } = page(rows);
    pictures.card.value = 'next day';
    time.play();
    expect(requested()).toEqual(['next day']);
    await arrive();
    expect(onMap()).toEqual(['next day']);
    await arrive();
    await vi.advanceTimersByTimeAsync(1000);
    expect(onMap()).toEqual(['next month']);
  });

  it('takes one of each month, and is as fast as chosen', async () => {
    const { time, arrive, onMap } = page(rows);
    time.change({ each: 'month', seconds: 0.5 });
    time.play();
    await arrive();
    expect(onMap()).toEqual(['next day']);
    await arrive();
    await vi.advanceTimersByTimeAsync(500);
    expect(onMap()).toEqual(['next month']);
  });

  it.each<[string, (opened: ReturnType<typeof page>) => void]>([
    ['by stop', ({ time }) => time.stop()],
    ['by a step', ({ time }) => time.step(-1)],
    ['by another search', ({ show }) => show({ searchId: 2 })],
    ['by reduced motion', ({ reducedMotion }) => (reducedMotion.value = true)],
    ['by other pictures', ({ pictures }) => pictures.remove('clear')],
  ])('ends %s', async (_how, end) => {
    const opened = page(rows);
    opened.time.play();
    await opened.arrive();
    end(opened);
    await opened.arrive();
    await vi.advanceTimersByTimeAsync(5000);
    expect(opened.time.isPlaying.value).toBe(false);
    expect(opened.onMap()).not.toContain('next day');
  });

  it('skips pictures that fail, and says why; three in a row end it', async () => {
    const { time, arrive, onMap } = page(rows);
    time.play();
    await arrive('Not found.');
    expect(time.note.value).toBe('Skipped 2025-01-01 10:00 UTC: Not found.');
    await arrive();
    expect(onMap()).toEqual(['cloudy']);

    const offline = page(rows);
    offline.time.play();
    for (let count = 0; count < 3; count += 1) await offline.arrive('Offline.');
    expect(offline.time.isPlaying.value).toBe(false);
    expect(offline.time.note.value).toBe('Offline.');
  });

  it('shows only the next image at each press if motion is reduced', async () => {
    const { time, reducedMotion, arrive, onMap } = page(rows);
    reducedMotion.value = true;
    time.play();
    await arrive();
    await vi.advanceTimersByTimeAsync(5000);
    expect(onMap()).toEqual(['clear']);
    expect(time.isPlaying.value).toBe(false);
  });
});
