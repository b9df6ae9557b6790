// The page that test/bench/results.ts measures in: the page of the map, with a host that the bench plays.
import type { ImageRow, MapState, ToPage } from '../../src/shared/protocol.ts';
import './silentHost.ts';
import '../../webview/app/page.tsx';
import { frame, frames, longestTask, presented } from './pageTiming.ts';
import { randomFootprints, randomNumbers } from './randomFootprints.ts';

/** ms. */
export interface ArrivalTimes {
  /** From the first message until the page has taken in the last one. */
  taken: number;
  /** From there until the list with all of them is on the screen. */
  shown: number;
  /** How long the page took for each message. */
  messages: number[];
  /** Less than 50 ms is not told apart from nothing. */
  longestTask: number;
}

export interface ResultsPage {
  /** Plays a search that finds so many, in the order of a column; `''` is the order in which they are found. */
  receive: (count: number, column: string) => Promise<ArrivalTimes>;
  /** @returns ms until the list is on the screen in another order */
  sort: (column: string) => Promise<number>;
  /** Waits until the page does nothing by itself, as measuring what each image covers. */
  quiet: () => Promise<void>;
  /** Goes down the list by a screen a frame. @returns ms between frames */
  scrollFrames: (count: number) => Promise<number[]>;
  /** The same in a bare virtual list of so many rows, each of them one text, which stands where the list stands. */
  bareScrollFrames: (count: number, rows: number) => Promise<number[]>;
}

declare global {
  interface Window {
    resultsPage: ResultsPage;
  }
}

/** As the host sends them. */
const chunkSize = 200;
/** As the service answers; the host tells its state with each. */
const pageSize = 500;
/** CSS pixels, as the style sheet has it. */
const cardHeight = 56;
const dayMs = 86_400_000;

let searchId = 0;

function stateOf(phase: MapState['phase'], imageCount: number, total: number): ToPage {
  const ring = [
    [5, 44],
    [11, 44],
    [11, 50],
    [5, 50],
    [5, 44],
  ];
  const aoi = { name: 'Alps', polygon: { type: 'Polygon' as const, coordinates: [ring] }, areaKm2: 300_000 };
  const state: MapState = {
    ...{ connection: 'Bench', aoi, aoiChanged: false, filters: {}, phase, searchId, imageCount, total },
    ...{ totalIsCap: false, hasMore: false, selected: [], streaming: [] },
  };
  return { kind: 'state', state };
}

function randomImages(count: number): ImageRow[] {
  const random = randomNumbers(11);
  return randomFootprints(count, 1).map((image, number) => ({
    ...image,
    id: `${searchId}-${number}`,
    acquisitionDate: new Date(Date.UTC(2015, 0, 1) + random() * 3650 * dayMs).toISOString(),
    cloudCover: Math.round(random() * 100),
    incidenceAngle: random() * 30,
    resolution: 0.5,
    processingLevel: random() < 0.5 ? 'SENSOR' : 'ALBUM',
    productType: 'bundle',
    platform: `${image.constellation}1`,
    strip: `strip-${Math.floor(random() * count * 0.1)}`,
  }));
}

function messagesOf(images: readonly ImageRow[]): ToPage[] {
  const messages: ToPage[] = [];
  for (let page = 0; page < images.length; page += pageSize) {
    const end = Math.min(images.length, page + pageSize);
    const isLast = end === images.length;
    messages.push(stateOf({ kind: isLast ? 'done' : 'searching' }, end, images.length));
    for (let from = page; from < end; from += chunkSize)
      messages.push({
        kind: 'images',
        searchId,
        from,
        images: images.slice(from, Math.min(end, from + chunkSize)),
      });
  }
  return messages;
}

async function receive(count: number, column: string): Promise<ArrivalTimes> {
  // There is nothing to sort by before the first search.
  if (searchId > 0) sortBy(column);
  searchId += 1;
  // They wait in a port as copies, as those of another process do, and come one by one when it is opened.
  const { port1, port2 } = new MessageChannel();
  const all = messagesOf(randomImages(count));
  for (const message of all) port1.postMessage(message);
  await presented();
  const messages: number[] = [];
  const began = performance.now();
  await new Promise<void>(resolve => {
    port2.addEventListener('message', event => {
      const start = performance.now();
      window.dispatchEvent(new MessageEvent('message', { data: event.data as unknown }));
      messages.push(performance.now() - start);
      if (messages.length === all.length) resolve();
    });
    port2.start();
  });
  const taken = performance.now() - began;
  while (parseFloat(part('.rows').style.height) !== count * cardHeight) await frame();
  await presented();
  const shown = performance.now() - began - taken;
  return { taken, shown, messages, longestTask: await longestTask(began) };
}

async function sort(column: string): Promise<number> {
  await presented();
  const before = firstRow();
  const began = performance.now();
  sortBy(column);
  await presented();
  if (firstRow() === before) throw new Error(`The order by ${column} shows the same image first.`);
  return performance.now() - began;
}

function sortBy(column: string): void {
  const select = part('select[aria-label="Sort by"]');
  if (!(select instanceof HTMLSelectElement)) throw new Error('There is nothing to sort by.');
  select.value = column;
  select.dispatchEvent(new Event('change'));
}

function firstRow(): string | undefined {
  return part('.row').dataset['imageId'];
}

async function quiet(): Promise<void> {
  const end = performance.now() + 60_000;
  for (let inTime = 0; inTime < 30 && performance.now() < end;) {
    const wanted = performance.now() + 10;
    await new Promise(resolve => setTimeout(resolve, 10));
    inTime = performance.now() - wanted < 5 ? inTime + 1 : 0;
  }
}

function scrollFrames(count: number): Promise<number[]> {
  return scrolled(part('.list'), count);
}

function scrolled(list: HTMLElement, count: number): Promise<number[]> {
  list.scrollTop = 0;
  return frames(count, () => list.scrollBy({ top: list.clientHeight }));
}

async function bareScrollFrames(count: number, rows: number): Promise<number[]> {
  const place = part('.list').getBoundingClientRect();
  const list = document.createElement('div');
  list.style.cssText = `position: fixed; overflow: auto; background: #000; left: ${place.left}px; top: ${place.top}px; width: ${place.width}px; height: ${place.height}px`;
  const sheet = document.createElement('div');
  sheet.style.cssText = `position: relative; height: ${rows * cardHeight}px`;
  list.append(sheet);
  document.body.append(list);
  list.addEventListener('scroll', () => {
    const first = Math.floor(list.scrollTop / cardHeight);
    const last = Math.min(rows - 1, Math.floor((list.scrollTop + list.clientHeight) / cardHeight));
    sheet.replaceChildren(
      ...Array.from({ length: last - first + 1 }, (_one, at) => {
        const row = document.createElement('div');
        row.style.cssText = `position: absolute; top: ${(first + at) * cardHeight}px; height: ${cardHeight}px`;
        row.textContent = `Image ${first + at}`;
        return row;
      }),
    );
  });
  const between = await scrolled(list, count);
  list.remove();
  return between;
}

function part(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`There is no ${selector} on the page.`);
  return found;
}

window.resultsPage = { receive, sort, quiet, scrollFrames, bareScrollFrames };
