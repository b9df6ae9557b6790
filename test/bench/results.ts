// npm run bench -- results
//
// How the whole page of the map does with 100,000 images: while they arrive, when their list is shown, sorted and
// scrolled. It is told by messages as the host tells it, in Chromium.
import { withBenchPage } from './benchPage.ts';
import type { Measurement, Unit } from './benchRow.ts';
import { quantile } from './quantile.ts';
import type { ArrivalTimes } from './resultsPage.ts';

const count = 100_000;
const searches = 5;
/** Of the bar that sorts: each is chosen once in every search. */
const columns = ['time', 'cloud', 'sensor', 'cover', 'id'];

export async function benchResults(): Promise<Measurement[]> {
  return withBenchPage('resultsPage', '<main id="swath-page"></main>', async page => {
    const rows: Measurement[] = [];
    const add = (name: string, runs: readonly number[], unit: Unit, most?: number) =>
      rows.push({ name, runs, unit, ...(most === undefined ? {} : { most }) });
    const receive = (images: number, column: string) =>
      page.evaluate(given => window.resultsPage.receive(...given), [images, column] as const);

    await receive(2000, '');
    const arrivals: Record<'' | 'time', ArrivalTimes[]> = { '': [], time: [] };
    const sorts: Record<string, number[]> = {};
    for (let search = 0; search < searches; search += 1) {
      arrivals.time.push(await receive(count, 'time'));
      arrivals[''].push(await receive(count, ''));
      for (const column of columns)
        (sorts[column] ??= []).push(await page.evaluate(name => window.resultsPage.sort(name), column));
    }
    for (const [order, name] of [
      ['', 'as found'],
      ['time', 'sorted by time'],
    ] as const) {
      const what = `100,000 images, ${name}`;
      const of = (read: (times: ArrivalTimes) => number) => arrivals[order].map(read);
      add(
        `${what}, until all are taken in`,
        of(({ taken }) => taken),
        'ms',
      );
      add(
        `${what}, shown after the last message`,
        of(({ shown }) => shown),
        'ms',
      );
      add(
        `${what}, a message, 99th percentile`,
        of(({ messages }) => quantile(messages, 0.99)),
        'ms',
      );
      add(
        `${what}, longest task while they arrive`,
        of(time => time.longestTask),
        'ms',
      );
    }
    for (const [column, times] of Object.entries(sorts))
      add(`100,000 images, sorted anew by ${column}`, times, 'ms');
    const scroll = () => page.evaluate(() => window.resultsPage.scrollFrames(240));
    await receive(count, '');
    const early = await scroll();
    await page.evaluate(() => window.resultsPage.quiet());
    const [frames, bare]: [number[], number[]] = [[], []];
    for (let round = 0; round < 3; round += 1) {
      bare.push(...(await page.evaluate(rows => window.resultsPage.bareScrollFrames(80, rows), count)));
      frames.push(...(await page.evaluate(() => window.resultsPage.scrollFrames(80))));
    }
    rows.push({
      ...{ name: '100,000 images, scroll frame, median', unit: 'ms', runs: frames, mostRatio: 1.2 },
      baseline: { what: 'a bare virtual list', runs: bare },
    });
    add('100,000 images, scroll frame, 95th percentile', [quantile(frames, 0.95)], 'ms');
    add('100,000 images, scroll frame while shares are measured, median', early, 'ms');
    return rows;
  });
}
