import type { Frame } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Harness } from './harness.ts';
import { chooseView, questionsOf, sortBy, until } from './mapPage.ts';
import { startListed } from './searched.ts';

let harness: Harness;
let map: Frame;

beforeAll(async () => {
  ({ harness, map } = await startListed({ size: { width: 1000, height: 800 } }));
  await chooseView(map, 'List');
});
afterEach(() => harness.service.sandbox.faults.clear());
afterAll(async () => {
  await harness.stop();
  expect(harness.problems).toEqual([]);
});

const list = () => map.getByRole('listbox', { name: 'Images' });

/** What the page requested last. */
const lastWanted = () =>
  (questionsOf(harness.messages.fromPage, 'thumbnail').at(-1) ?? []).map(({ id }) => id);

/** The pictures that the service was asked for, oldest first. */
function pictureRequests(): { id: string; kind: string }[] {
  return harness.service.sandbox.requests.flatMap(({ path }) => {
    const [, id = '', kind = ''] = /\/items\/([^/]+)\/(thumbnail|quicklook)/.exec(path) ?? [];
    return kind === '' ? [] : [{ id: decodeURIComponent(id), kind }];
  });
}

/** Waits until all these thumbnails were requested; returns what was, since so many requests. */
async function waitForThumbnails(
  ids: readonly string[],
  before: number,
): Promise<{ id: string; kind: string }[]> {
  await until('the thumbnails', () => {
    const thumbnails = new Set(pictureRequests().flatMap(({ id, kind }) => (kind === 'thumbnail' ? id : [])));
    return ids.every(id => thumbnails.has(id));
  });
  return pictureRequests().slice(before);
}

async function scrollTo(share: number): Promise<void> {
  const before = JSON.stringify(lastWanted());
  await list().evaluate((element, to) => {
    const scroller = element.parentElement;
    scroller?.scrollTo({ top: to * scroller.scrollHeight, behavior: 'instant' });
  }, share);
  await until('the request for what is in view', () => JSON.stringify(lastWanted()) !== before);
}

describe('thumbnails in view', () => {
  it('are requested before all others after a long scroll, and what left the view is not', async () => {
    harness.service.sandbox.faults.add({ kind: 'delay', milliseconds: 300, path: '/api/v1/items/*' });
    for (const share of [0.2, 0.4, 0.6]) await scrollTo(share);
    await scrollTo(0.8);
    const before = pictureRequests().length;
    const ids = lastWanted();
    expect(ids.length).toBeGreaterThan(4);
    const requests = await waitForThumbnails(ids, before);
    // Those that were on their way can still arrive first.
    const since = requests.slice(requests.findIndex(({ id }) => ids.includes(id)));
    expect(since.filter(({ id }) => !ids.includes(id))).toEqual([]);
  });

  it('come before the quicklooks from which the list is sorted', async () => {
    harness.service.sandbox.faults.add({ kind: 'delay', milliseconds: 300, path: '/api/v1/items/*' });
    const before = pictureRequests().length;
    await sortBy(map, 'Clear here');
    await until('the first estimates', () => pictureRequests().length > before);
    // Sorting has moved rows whose thumbnails are there to anywhere in the list.
    for (const share of [0.1, 0.3, 0.5, 0.7, 0.9]) {
      const first = pictureRequests().length;
      await scrollTo(share);
      const kinds = (await waitForThumbnails(lastWanted(), first)).map(({ kind }) => kind);
      const thumbnails = kinds.slice(kinds.indexOf('thumbnail'), kinds.lastIndexOf('thumbnail') + 1);
      if (thumbnails.length < 3) continue;
      expect(thumbnails.filter(kind => kind !== 'thumbnail')).toEqual([]);
      return;
    }
    throw new Error('All thumbnails were there.');
  });
});
