// The page that test/bench/report.ts measures in: the map page, which gets a report from reportWindow.ts.
import './silentHost.ts';
import '../../webview/app/page.tsx';
import './resultsPage.ts';
import type { ToPage } from '../../src/protocol/protocol.ts';
import { stateOf } from './mapState.ts';
import { dragFrames, frame, frames, presented } from './pageTiming.ts';

export interface ReportPage {
  /** A page without a report. */
  clear: () => Promise<void>;
  /** @returns ms until all features in view are on screen, from the start of reading the file */
  open: (origin: string) => Promise<number>;
  /** Drags the map back and forth. @returns ms between frames */
  panFrames: () => Promise<number[]>;
  /** Moves the pointer over the map. @returns ms per move, with the feature that it finds and its properties */
  picks: (times: number) => number[];
  openTable: () => Promise<void>;
  scrollFrames: (count: number) => Promise<number[]>;
  bareScrollFrames: (count: number, rows: number) => Promise<number[]>;
  /** Types a filter. @returns ms until the table shows its rows, and the longest time without a turn for others */
  filter: (text: string) => Promise<{ took: number; blocked: number; rows: string }>;
}

declare global {
  interface Window {
    reportPage: ReportPage;
  }
}

const arrays = { Uint8Array, Uint32Array, Float64Array } as const;

/** Stands in JSON for an array of numbers, whose bytes come after it. */
interface ArrayReference {
  $type?: keyof typeof arrays;
  $at?: number;
  $length?: number;
}

function deliver(message: ToPage): void {
  window.dispatchEvent(new MessageEvent('message', { data: message }));
}

async function clear(): Promise<void> {
  deliver(stateOf());
  await presented();
}

async function open(origin: string): Promise<number> {
  await clear();
  const began = performance.now();
  const { body } = await fetch(`${origin}/open`);
  if (!body) throw new Error('Nothing came.');
  for await (const message of messagesOf(body)) {
    deliver(message);
    // One by one, as messages come from another process.
    await new Promise(resolve => void scheduler.postTask(() => resolve(undefined)));
  }
  while (
    !document.querySelector(
      '.leaflet-report-pane .canvas-view, .leaflet-report-pane .leaflet-tile-loaded[width]',
    )
  )
    await frame();
  await presented();
  return performance.now() - began;
}

async function* messagesOf(body: ReadableStream<Uint8Array<ArrayBuffer>>): AsyncGenerator<ToPage, void> {
  const reader = body.getReader();
  let received = new Uint8Array(0);
  /** Copied once, as a message from another process is. */
  async function take(length: number): Promise<Uint8Array<ArrayBuffer> | undefined> {
    const bytes = new Uint8Array(length);
    for (let size = 0; size < length;) {
      if (received.length === 0) {
        const { value } = await reader.read();
        if (!value) return undefined;
        received = value;
      }
      const part = received.subarray(0, length - size);
      bytes.set(part, size);
      size += part.length;
      received = received.subarray(part.length);
    }
    return bytes;
  }
  for (;;) {
    const head = await take(8);
    if (!head) return;
    const [jsonLength = 0, bytesLength = 0] = new Uint32Array(head.buffer);
    const json = await take(jsonLength);
    const bytes = await take(bytesLength);
    if (!json || !bytes) return;
    yield JSON.parse(new TextDecoder().decode(json), (_key, value: unknown) => {
      const { $type, $at = 0, $length } = (value ?? {}) as ArrayReference;
      return $type ? new arrays[$type](bytes.buffer, $at, $length) : value;
    }) as ToPage;
  }
}

function picks(times: number): number[] {
  const target = part('.leaflet-container');
  const { left, top, width, height } = target.getBoundingClientRect();
  let found = 0;
  const taken = Array.from({ length: times }, (_none, number) => {
    const clientX = left + width * (0.2 + 0.6 * ((number * 0.618) % 1));
    const clientY = top + height * (0.2 + 0.6 * ((number * 0.381) % 1));
    const began = performance.now();
    target.dispatchEvent(new MouseEvent('mousemove', { clientX, clientY, bubbles: true }));
    const took = performance.now() - began;
    found += document.querySelectorAll('.property-tooltip').length;
    return took;
  });
  if (found < times / 2) throw new Error(`${times} picks found only ${found} features.`);
  return taken;
}

async function openTable(): Promise<void> {
  const tab = [...document.querySelectorAll<HTMLElement>('[role=tab]')].find(
    ({ textContent }) => textContent === 'Table',
  );
  if (!tab) throw new Error('There is no table.');
  tab.click();
  while (!document.querySelector('#side-table .row')) await frame();
  await presented();
}

function scrollFrames(count: number): Promise<number[]> {
  const list = part('#side-table .list');
  list.scrollTop = list.scrollHeight / 3;
  return frames(count, () => list.scrollBy({ top: list.clientHeight }));
}

async function filter(text: string): Promise<{ took: number; blocked: number; rows: string }> {
  const field = part('#side-table input') as HTMLInputElement;
  const before = status();
  field.value = text;
  field.dispatchEvent(new InputEvent('input', { bubbles: true }));
  const { took, blocked } = await until(() => status() !== before);
  // The pause after typing.
  return { took: took - 250, blocked, rows: status() };
}

function status(): string {
  return part('#side-table [role=status].quiet').textContent;
}

async function until(isThere: () => boolean): Promise<{ took: number; blocked: number }> {
  const began = performance.now();
  let blocked = 0;
  for (let last = began; !isThere() && last < began + 60_000;) {
    await new Promise(
      resolve => void scheduler.postTask(() => resolve(undefined), { priority: 'user-visible' }),
    );
    const now = performance.now();
    blocked = Math.max(blocked, now - last);
    last = now;
  }
  return { took: performance.now() - began, blocked };
}

function part(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`There is no ${selector} on the page.`);
  return found;
}

const bareScrollFrames = (count: number, rows: number) =>
  window.resultsPage.bareScrollFrames(count, rows, '#side-table .list');

window.reportPage = {
  clear,
  open,
  panFrames: () => dragFrames(part('.leaflet-container')),
  picks,
  openTable,
  scrollFrames,
  bareScrollFrames,
  filter,
};
