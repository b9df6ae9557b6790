import { readFile, writeFile } from 'node:fs/promises';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Review } from '../../src/features/reports/rules/review.ts';
import { goOnWhileGood } from '../page/goOnWhileGood.ts';
import { type Harness, startHarness } from './harness.ts';
import { until } from './mapPage.ts';
import { harbourPart, openReport } from './reported.ts';
import { signIn } from './searched.ts';

let harness: Harness;

beforeAll(async () => {
  harness = await startHarness({ time: { productionSeconds: 0 }, size: { width: 1000, height: 860 } });
  await signIn(harness);
});
afterAll(async () => {
  await harness.stop();
  expect(harness.problems).toEqual([]);
});

describe('the review of a report', () => {
  let map: Frame;
  let path: string;
  let count: number;
  let classes: string[];
  goOnWhileGood();

  const tab = () => map.getByRole('region', { name: 'Review' });

  const titleOf = (number: number) => `Feature ${number}, ${classes[number - 1]}`;

  const written = async () =>
    JSON.parse(await readFile(`${path.slice(0, -'.geojson'.length)}.review.json`, 'utf8')) as Review;
  const kinds = async () =>
    (await written().catch(() => undefined))?.decisions.map(entry => entry.decision) ?? [];

  it('asks for a name, and begins with the least certain feature', async () => {
    const opened = await openReport(harness);
    ({ map } = opened);
    path = (await harness.editor.front(/\.geojson$/)).uri.fsPath;
    count = opened.report.features.length;
    // So many cars that they are divided by score, and two small classes.
    opened.report.features.forEach(({ properties }, index) => {
      if (index >= 20) properties.class = index < count - 2 ? 'truck' : 'construction vehicle';
      else properties.class = 'car';
    });
    const text = JSON.stringify(opened.report);
    await writeFile(path, text);
    // As the editor reads what has changed on disk.
    harness.editor.documents.replace(await harness.editor.front(/\.geojson$/), text);
    await harness.editor.run('swath.showOrderOnMap');
    classes = opened.report.features.map(({ properties }) => properties.class);
    const scores = opened.report.features.map(({ properties: all }) => ({ score: 0, ...all }).score);
    await map.getByRole('tab', { name: 'Review' }).click();
    await tab().getByText('Start Review').click();
    await harness.editor.prompt('Reviewer');
    await harness.editor.enter('Ada');
    const lowest = scores.indexOf(Math.min(...scores)) + 1;
    await tab().getByText(titleOf(lowest)).waitFor();
    await map.getByRole('row', { name: /score/ }).waitFor();
  });

  it('is decided by keys, which reach the file, and taken back', async () => {
    const { keyboard } = harness.page;
    await keyboard.press('a');
    await until('a decision', async () => (await kinds()).length === 1);
    const second = await tab().locator('b').innerText();
    // On the map, R would draw a rectangle.
    await map.locator('.map').focus();
    await keyboard.press('r');
    await keyboard.press('s');
    await until('three decisions', async () => (await kinds()).length === 3);
    await keyboard.press('Backspace');
    await keyboard.press('Backspace');
    await until('one decision', async () => (await kinds()).length === 1);
    await tab().getByText(second).waitFor();
    await keyboard.press('n');
    await keyboard.type('a van');
    await keyboard.press('Enter');
    await keyboard.press('r');
    await keyboard.press('s');
    await until('decisions', async () => (await kinds()).join() === 'accepted,rejected,skipped');
    expect((await written()).decisions[1]).toMatchObject({ note: 'a van', order: 'uncertain' });
    await tab().getByText(`2 of ${count} reviewed`).waitFor();
  });

  it('goes on where it was after the page was hidden, and says how precise the reviewed ones are', async () => {
    const skipped = (await written()).decisions[2]?.feature ?? NaN;
    await harness.hidePage();
    await harness.showPage();
    map = await harness.map();
    await map.getByRole('tab', { name: 'Review' }).click();
    await map.getByRole('cell', { name: '50 %', exact: true }).first().waitFor();
    await tab().getByText('Random order estimates the whole report').waitFor();
    // What follows is at one place, and not below the figures.
    expect(await tab().locator('.bar-line vscode-button').allInnerTexts()).toEqual([
      'Continue Review',
      'Save Reviewed GeoJSON…',
    ]);
    expect(await tab().locator('[appearance=primary]').allInnerTexts()).toEqual(['Continue Review']);
    await tab().getByText('Continue Review').click();
    await tab()
      .getByText(titleOf(skipped + 1))
      .waitFor();
    // The decided ones stay, and nobody is asked for a name again.
    await harness.page.keyboard.press('a');
    await until('three decisions', async () => (await kinds()).join() === 'accepted,rejected,accepted');
  });

  it('steps through what another reviewer decided differently, with both decisions', async () => {
    const review = await written();
    const [first] = review.decisions;
    const decisions = [{ ...first, decision: 'rejected', note: 'a bus' }];
    const bobs = `${path.slice(0, -'.geojson'.length)}.Bob.review.json`;
    await writeFile(bobs, JSON.stringify({ ...review, reviewer: 'Bob', decisions }));
    await map.getByRole('tab', { name: 'Table' }).click();
    await map.getByRole('tab', { name: 'Review' }).click();
    await tab().getByText('Continue Review').click();
    await tab().getByLabel('Sort by').selectOption('Random sample');
    await tab().getByLabel('Features', { exact: true }).selectOption('Disagreements with Bob (1)');
    await tab().getByText('Ada · Accepted').waitFor();
    await tab().getByText('Bob · Rejected: a bus').waitFor();
    await tab().getByText('Pause').focus();
    await harness.page.keyboard.press('r');
    await tab().getByText('Nothing left to review').waitFor();
    await until('another decision', async () => (await kinds()).join() === 'rejected,accepted,rejected');
    // A settled disagreement is no part of a random sample.
    expect((await written()).decisions.at(-1)?.order).toBe('uncertain');
  });

  it('estimates precision and recall from a random sample and the cells of a grid', async () => {
    await tab().getByText('Close', { exact: true }).click();
    await tab().getByLabel('Features', { exact: true }).selectOption('All features');
    await tab().getByText('For recall, choose Random sample and then Missed objects').waitFor();
    // What was looked at stands for nothing else: it has no interval.
    await tab()
      .getByRole('row', { name: /^All classes \d+ \d+ \d+ %$/ })
      .waitFor();
    await tab().getByText('Continue Review').click();
    await tab().getByText('Pause').waitFor();
    const decideNext = async (key: string, isWritten: (review: Review) => boolean) => {
      await map.locator('.map').focus();
      await harness.page.keyboard.press(key);
      await until(`a review after ${key}`, async () => isWritten(await written()));
    };
    const sampled = ({ decisions }: Review) => decisions.filter(({ order }) => order === 'random').length;
    for (let number = 1; number <= 10; number++) {
      await decideNext(number === 3 ? 'r' : 'a', review => sampled(review) === number);
    }
    await tab().getByText('Estimate for the whole report. For ±5 points:').waitFor();
    await tab().getByText('95 % confidence interval (Wilson score)').waitFor();
    const interval = String.raw`\d+–\d+ %`;
    // Both of the small class were looked at: nothing of it is open.
    const rows = [
      ['car', ` ${interval}`],
      ['truck', ` ${interval}`],
      ['construction vehicle', ''],
      ['All classes', ` ${interval}`],
    ] as const;
    for (const [name, range] of rows)
      await tab()
        .getByRole('row', { name: new RegExp(String.raw`^${name} \d+ \d+ \d+ %${range}$`) })
        .waitFor();
    await tab().getByLabel('Sort by').selectOption('Missed objects');
    await tab().getByText('How many missed here?').waitFor();
    for (let number = 1; number <= 5; number++) {
      await decideNext(number === 2 ? '2' : '0', ({ cells = [] }) => cells.length === number);
    }
    await tab()
      .getByText(/^Recall \d+ % \(\d+–\d+ %\), from 5 of \d+ cells\. For ±5 points:/)
      .waitFor();
    await decideNext('Backspace', ({ cells = [] }) => cells.length === 4);
    await decideNext('s', ({ cells = [] }) => cells.length === 5);
    await tab()
      .getByText(/, from 4 of \d+ cells/)
      .waitFor();
    const { sample, cells = [] } = await written();
    expect(cells.map(({ missed }) => missed)).toEqual([0, 2, 0, 0, undefined]);
    expect(sample).toMatchObject({ scoreBy: 'score', area: harbourPart });

    // It goes on where it was, with the same sample.
    const before = await tab()
      .getByText(/^Recall/)
      .innerText();
    await map.getByRole('tab', { name: 'Table' }).click();
    await map.getByRole('tab', { name: 'Review' }).click();
    await tab().getByText(before).waitFor();
  });

  it.each([360, 510, 1000])('has no table that is cut off on a page of %i px', async width => {
    await harness.page.setViewportSize({ width, height: 860 });
    await until('a table that fits', () =>
      tab()
        .locator('.review')
        .evaluate(
          ({ scrollWidth, clientWidth }, pageWidth) =>
            window.innerWidth === pageWidth && scrollWidth <= clientWidth,
          width,
        ),
    );
  });
});
