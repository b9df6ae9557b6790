// The page that test/bench/results.ts measures in: the map page, with the bench as its host.
import './silentHost.ts';
import '../../webview/app/page.tsx';
import type { Position } from 'geojson';
import type { ImageRow, MapState, ToPage } from '../../src/protocol/protocol.ts';
import { frame, frames, presented } from './pageTiming.ts';
import { randomFootprints, randomNumbers } from './randomFootprints.ts';

export interface ResultsPage {
  /** Simulates a search with this many results and waits until the list shows them all. */
  receive: (count: number) => Promise<void>;
  /** Waits until the page is idle, for example after measuring the coverage of each image. */
  quiet: () => Promise<void>;
  /** Scrolls down the list by one screen per frame. @returns ms between frames */
  scrollFrames: (count: number) => Promise<number[]>;
  /** The same in a minimal virtual list of this many rows, each a single text, in the position of the list. */
  bareScrollFrames: (count: number, rows: number, list?: string) => Promise<number[]>;
}

declare global {
  interface Window {
    resultsPage: ResultsPage;
  }
}

/** The host's chunk size. */
const chunkSize = 200;
/** The service's page size; the host sends its state with each page. */
const pageSize = 500;
/** CSS pixels, as in the style sheet. */
const cardHeight = 56;
const dayMs = 86_400_000;

const searchId = 1;

/** @param size of the area, degrees */
export function stateOf(phase: MapState['phase'], imageCount: number, total: number, size = 6): ToPage {
  const ring: Position[] = [
    [5, 44],
    [5 + size, 44],
    [5 + size, 44 + size],
    [5, 44 + size],
    [5, 44],
  ];
  const aoi = { name: 'Alps', polygon: { type: 'Polygon' as const, coordinates: [ring] }, areaKm2: 300_000 };
  const state: MapState = {
    connection: 'Bench',
    aoi,
    aoiChanged: false,
    filters: {},
    phase,
    searchId,
    imageCount,
    total,
    totalIsCap: false,
    hasMore: false,
    selected: [],
    streaming: [],
  };
  return { kind: 'state', state };
}

export function randomImages(count: number): ImageRow[] {
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
    parentIdentifier: `strip-${Math.floor(random() * count * 0.1)}`,
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

async function receive(count: number): Promise<void> {
  // The port queues them as copies, like messages of another process, and delivers them one by one once it is opened.
  const { port1, port2 } = new MessageChannel();
  const messages = messagesOf(randomImages(count));
  for (const message of messages) port1.postMessage(message);
  let received = 0;
  await new Promise<void>(resolve => {
    port2.addEventListener('message', event => {
      window.dispatchEvent(new MessageEvent('message', { data: event.data as unknown }));
      received += 1;
      if (received === messages.length) resolve();
    });
    port2.start();
  });
  while (parseFloat(part('.rows').style.height) !== count * cardHeight) await frame();
  await presented();
}

async function quiet(): Promise<void> {
  const end = performance.now() + 60_000;
  for (let inTime = 0; inTime < 30 && performance.now() < end;) {
    const due = performance.now() + 10;
    await new Promise(resolve => setTimeout(resolve, 10));
    inTime = performance.now() - due < 5 ? inTime + 1 : 0;
  }
}

function scrollFrames(count: number): Promise<number[]> {
  return scrolled(part('.list'), count);
}

function scrolled(list: HTMLElement, count: number): Promise<number[]> {
  list.scrollTop = 0;
  return frames(count, () => list.scrollBy({ top: list.clientHeight }));
}

async function bareScrollFrames(count: number, rows: number, listSelector = '.list'): Promise<number[]> {
  const place = part(listSelector).getBoundingClientRect();
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

window.resultsPage = { receive, quiet, scrollFrames, bareScrollFrames };
