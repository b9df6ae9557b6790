import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults, RunOptions } from 'axe-core';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Theme } from '../editor/browser.ts';
import { type Harness, startHarness } from './harness.ts';
import { chooseView, closeFilters, findRow, openFilters, showAvailability, unfold } from './mapPage.ts';
import { openReport } from './reported.ts';
import { searchFile, signIn } from './searched.ts';

let harness: Harness;
let map: Frame;
let axe: string;

beforeAll(async () => {
  harness = await startHarness({ time: { productionSeconds: 0 } });
  await signIn(harness);
  const file = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
  axe = await readFile(file, 'utf8');
});
afterAll(() => harness.stop());

/** Levels A and AA of WCAG 2.2, and axe's best practices. */
const rules: RunOptions = {
  resultTypes: ['violations'],
  runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
  rules: {
    // The page is part of the editor's window, whose headings and landmarks start outside of the page.
    'page-has-heading-one': { enabled: false },
  },
};

/** The rules that depend on the theme. */
const colorRules: RunOptions = {
  resultTypes: ['violations'],
  runOnly: ['color-contrast', 'link-in-text-block'],
};

/**
 * The problems that axe finds on the map page, one line each.
 *
 * @param part a selector; axe needs a second for the whole page
 */
async function violations(part: string, checked = rules): Promise<string[]> {
  if (!(await map.evaluate(() => 'axe' in globalThis))) await map.evaluate(axe);
  expect(await map.locator(part).count()).toBeGreaterThan(0);
  const { violations: found } = await map.evaluate(
    ([selector, options]) =>
      (
        globalThis as unknown as { axe: { run(where: string, how: RunOptions): Promise<AxeResults> } }
      ).axe.run(selector, options),
    [part, checked] as const,
  );
  return found.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary ?? ''}`),
  );
}

const themes: Theme[] = ['dark', 'light', 'hcDark', 'hcLight'];

/**
 * Checks everything in one theme, and the colors in the others.
 *
 * @param part what has colors that weren't checked before, a selector
 * @param first what is checked in the first theme, on the whole page by default
 */
async function expectAccess(part = 'html', first = () => violations('html')): Promise<void> {
  const found: string[] = [];
  for (const theme of themes) {
    await harness.setTheme(theme);
    // The toolkit's controls take the colors of a theme with the next frame.
    await map.evaluate(
      () => new Promise(painted => requestAnimationFrame(() => requestAnimationFrame(painted))),
    );
    const inTheme = await (theme === 'dark' ? first() : violations(part, colorRules));
    found.push(...inTheme.map(line => `${theme}: ${line}`));
  }
  expect(found).toEqual([]);
}

describe('the accessibility of the map page', () => {
  it('reports problems at all', async () => {
    await harness.editor.run('swath.openMap');
    map = await harness.map();
    await map.evaluate(() => {
      const image = document.createElement('img');
      image.id = 'fault';
      document.body.append(image);
    });
    expect((await violations('#fault')).join()).toContain('image-alt');
    await map.evaluate(() => document.getElementById('fault')?.remove());
  });

  it('has no problems while the page is empty', () => expectAccess());

  it('has no problems with images, filters and the histogram', async () => {
    map = await searchFile(harness, 'harbour.aoi.geojson');
    await openFilters(map);
    await showAvailability(map);
    await unfold(map, 'Calendar');
    await expectAccess();
  });

  it('has no problems with a card, a selection and a picture', async () => {
    await closeFilters(map);
    await (await findRow(map, 'PHR 0.5 m', 'SENSOR')).click();
    await map.getByText('1 selected').waitFor();
    await map.getByRole('button', { name: 'Quicklook' }).click();
    await map.locator('.picture-pane canvas').first().waitFor({ state: 'attached' });
    await expectAccess('.results, .map-foot');
  });

  it('has no problems with a button under the pointer', async () => {
    await map.getByRole('button', { name: 'Load all' }).hover();
    await expectAccess('.results-status', () => violations('.results-status'));
  });

  it('has no problems as a table', async () => {
    await chooseView(map, 'Table');
    await map.getByRole('table').or(map.getByRole('grid')).waitFor();
    await expectAccess('.list-scroll');
    await chooseView(map, 'List');
  });

  it('has no problems with a report', async () => {
    ({ map } = await openReport(harness));
    await map.getByRole('button', { name: 'Next feature' }).click();
    await expectAccess('.report-panel, .mode-bar');
    await map.getByRole('tab', { name: 'Charts' }).click();
    await map.locator('.chart-plot').first().waitFor();
    await expectAccess('.charts');
  });
});
