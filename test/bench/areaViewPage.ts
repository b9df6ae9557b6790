import type { Position } from 'geojson';
// The page that test/bench/areaView.ts measures in: the map page, with the bench as its host.
import type { ImageRow, ToHost, ToPage } from '../../src/protocol/protocol.ts';
import { frame, frames, presented } from './pageTiming.ts';
import { randomNumbers } from './randomFootprints.ts';
import { randomImages, stateOf } from './resultsPage.ts';
import { posted } from './silentHost.ts';

export interface AreaViewPage {
  /** Shows this many images in the area view, and has a quicklook ready for each. */
  show: (count: number) => Promise<void>;
  /** Has all chips of another area cut. @returns ms from the last quicklook to the last chip */
  cut: () => Promise<number>;
  /** Scrolls by a third of the view per frame. @returns ms between frames */
  scrollFrames: (count: number) => Promise<number[]>;
}

declare global {
  interface Window {
    areaViewPage: AreaViewPage;
  }
}

/** Of a quicklook, pixels. */
const width = 512;
const height = 720;
const quicklooks: Uint8Array[] = [];
let imageCount = 0;
/** Degrees. */
let areaSize = 0.05;

function send(message: ToPage): void {
  window.dispatchEvent(new MessageEvent('message', { data: message }));
}

/** Images around the area, none of them a parallelogram. */
function imagesOf(count: number): ImageRow[] {
  const random = randomNumbers(5);
  const near = (at: number) => at + (random() - 0.5) * 0.06;
  return randomImages(count).map(image => {
    const ring: Position[] = [
      [near(4.9), near(43.8)],
      [near(5.2), near(43.8)],
      [near(5.2), near(44.2)],
      [near(4.9), near(44.2)],
    ];
    return { ...image, footprint: { type: 'Polygon', coordinates: [[...ring, ...ring.slice(0, 1)]] } };
  });
}

/** A picture with as much detail as ground has. */
async function quicklook(seed: number): Promise<Uint8Array> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  const random = randomNumbers(seed);
  for (let patch = 0; context && patch < 4000; patch += 1) {
    context.fillStyle = `hsl(${random() * 120} 30% ${random() * 90}%)`;
    context.fillRect(random() * width, random() * height, random() * 40, random() * 40);
  }
  const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: 0.82 });
  return new Uint8Array(await blob.arrayBuffer());
}

async function show(count: number): Promise<void> {
  for (let seed = 1; seed <= 8; seed += 1) quicklooks.push(await quicklook(seed));
  imageCount = count;
  send(stateOf({ kind: 'done' }, imageCount, imageCount, areaSize));
  send({ kind: 'images', searchId: 1, from: 0, images: imagesOf(count) });
  await presented();
  document.querySelector<HTMLElement>('[aria-label="View"]')?.click();
  await presented();
  const items = [...document.querySelectorAll<HTMLElement>('.menu-item')];
  items.find(({ textContent }) => textContent === 'Area view')?.click();
  await allStand(() => document.querySelector('.area-chip') !== null);
}

async function allStand(isReady: () => boolean): Promise<void> {
  while (!isReady() || document.querySelector('.chip-picture.loading')) await frame();
  await presented();
}

let arrived = 0;
posted.addEventListener('message', event => {
  const message = (event as CustomEvent<ToHost>).detail;
  if (message.kind !== 'link') return;
  for (const question of message.messages) {
    if (question.kind !== 'ask' || question.question.kind !== 'chip') continue;
    const bytes = quicklooks[question.id % quicklooks.length] ?? new Uint8Array();
    send({ kind: 'answer', id: question.id, value: { mimeType: 'image/jpeg', bytes } });
    arrived = performance.now();
  }
});

async function cut(): Promise<number> {
  const before = arrived;
  areaSize *= 1.01;
  send(stateOf({ kind: 'done' }, imageCount, imageCount, areaSize));
  await allStand(() => arrived > before);
  return performance.now() - arrived;
}

function scrollFrames(count: number): Promise<number[]> {
  const list = document.querySelector('.list');
  if (!list) throw new Error('There is no list on the page.');
  list.scrollTop = 0;
  return frames(count, () => list.scrollBy({ top: list.clientHeight / 3 }));
}

window.areaViewPage = { show, cut, scrollFrames };
