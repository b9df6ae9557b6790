// npm run bench -- results
//
// How the whole page of the map does with 100,000 images: while they arrive, when their list is shown, sorted and
// scrolled. It is told by messages as the host tells it, in Chromium.
import { withBenchPage } from './benchPage.ts';
import type { BenchRow } from './benchRow.ts';
import { median, quantile } from './quantile.ts';

const count = 100_000;
const searches = 5;
/** Of the bar that sorts: each is chosen once in every search. */
const columns = ['time', 'cloud', 'sensor', 'cover', 'id'];

export async function benchResults(): Promise<BenchRow[]> {
  return withBenchPage('resultsPage', '<main id="swath-page"></main>', async page => {
    const rows: BenchRow[] = [];
    const add = (name: string, value: number, unit: string, limit?: number) => {
      const ok = limit === undefined || value <= limit;
      rows.push(limit === undefined ? { name, value, unit, ok } : { name, value, unit, limit, ok });
    };
    const receive = (images: number) => page.evaluate(many => window.resultsPage.receive(many), images);

    await receive(2000);
    const arrivals = [];
    const sorts: number[] = [];
    for (let search = 0; search < searches; search += 1) {
      arrivals.push(await receive(count));
      for (const column of columns)
        sorts.push(await page.evaluate(name => window.resultsPage.sort(name), column));
    }
    add('100,000 images, messages until all are taken in', median(arrivals.map(({ taken }) => taken)), 'ms');
    add('100,000 images, shown after the last message', median(arrivals.map(({ shown }) => shown)), 'ms');
    add(
      '100,000 images, message, 99th percentile',
      median(arrivals.map(({ messages }) => quantile(messages, 0.99))),
      'ms',
    );
    add(
      '100,000 images, longest task while they arrive',
      median(arrivals.map(time => time.longestTask)),
      'ms',
    );
    add('100,000 images, sorted anew, median', median(sorts), 'ms');
    add('100,000 images, sorted anew, slowest', Math.max(...sorts), 'ms');
    const frames = await page.evaluate(() => window.resultsPage.scrollFrames(240));
    add('100,000 images, scroll frame, median', median(frames), 'ms', 16.7);
    add('100,000 images, scroll frame, 95th percentile', quantile(frames, 0.95), 'ms');
    return rows;
  });
}
