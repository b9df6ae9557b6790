import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as vscode from 'vscode';
import { goOnWhileGood } from '../page/goOnWhileGood.ts';
import { writeTiff } from '../unit/webview/features/products/madeTiff.ts';
import type { Harness } from './harness.ts';
import { resultRows, until } from './mapPage.ts';
import { openReport } from './reported.ts';
import { startSearched } from './searched.ts';

let harness: Harness;
let map: Frame;

beforeAll(async () => {
  ({ harness, map } = await startSearched({ time: { productionSeconds: 0 } }));
});
afterAll(async () => {
  await harness.stop();
  expect(harness.problems).toEqual([]);
});

describe('the picture under a report', () => {
  goOnWhileGood();

  const drawn = () =>
    map.locator('.picture-pane').evaluateAll(panes => panes.map(pane => pane.getAttribute('data-image-id')));
  let otherId: string;
  const note = () => map.getByRole('region', { name: 'Review' }).locator('.report-image');

  it('is its own image, not an older quicklook', async () => {
    const row = resultRows(map).filter({ hasText: 'SPOT' }).first();
    otherId = (await row.getAttribute('data-image-id')) ?? '';
    await row.click();
    await map.getByRole('listbox', { name: 'Images' }).press('q');
    await until('a picture', async () => (await drawn()).join() === otherId);
    const record = await map.evaluateHandle(() => {
      const texts: string[] = [];
      const observer = new MutationObserver(() => {
        const note = document.querySelector('.report-image');
        if (note) texts.push(note.textContent);
      });
      observer.observe(document.body, { childList: true, subtree: true, characterData: true });
      return texts;
    });
    await openReport(harness);
    await until('its own image', async () => (await drawn()).length === 1 && (await drawn())[0] !== otherId);
    await map.locator('.report-image', { hasText: 'Quicklook beneath' }).waitFor();
    const texts = (await record.jsonValue()).join('\n');
    expect(texts).toContain('Loading the image of the report…');
    expect(texts).not.toContain("isn't on the map");
  });

  it('is named in the review, which offers its own image', async () => {
    const [imageId] = await drawn();
    await map.getByRole('tab', { name: 'Review' }).click();
    await note()
      .getByText(/^Quicklook beneath: \d{4}-\d\d-\d\d PHR$/)
      .waitFor();
    await map.getByRole('tab', { name: 'Images' }).click();
    await map.getByRole('listbox', { name: 'Images' }).press('q');
    // Two pictures are compared from where they are named.
    await map.getByRole('tab', { name: 'Review' }).click();
    await note().getByRole('button', { name: 'Compare' }).click();
    await map.locator('.swipe-divider').waitFor();
    await map.locator('.map').press('Escape');
    await map.locator('.swipe-divider').waitFor({ state: 'detached' });
    await map.getByRole('tab', { name: 'Images' }).click();
    await map.getByRole('button', { name: /^Remove .* PHR from the map$/ }).click();
    await map.getByRole('tab', { name: 'Review' }).click();
    await note().getByText("The report's image isn't on the map.").waitFor();
    await note()
      .getByText(/^Quicklook beneath: .* SPOT$/)
      .waitFor();
    await note().getByRole('button', { name: 'Show Image' }).click();
    await until('its own image', async () => (await drawn()).join() === imageId);
    await note().getByText("The report's image isn't on the map.").waitFor({ state: 'detached' });
  });

  it('is a delivered image where that covers it, until it is removed', async () => {
    const path = join(harness.folder, 'image.tif');
    const size = { width: 100, height: 100, overviews: 0, isSparse: true, isDeflated: false };
    await writeTiff(path, { ...size, value: column => column });
    await harness.editor.run('swath.showImage', vscode.Uri.file(path));
    await note().getByText('Delivered image beneath: image.tif').waitFor();
    expect(await note().getByText('Quicklook').count()).toBe(0);
    await note().getByRole('button', { name: 'Remove Image' }).click();
    await note()
      .getByText(/^Quicklook beneath/)
      .waitFor();
  });

  it('makes way for the one before, and the map goes back to the area, when the report is closed', async () => {
    const latitude = async () => {
      await map.locator('.map').hover({ position: { x: 300, y: 200 } });
      return Number(/[\d.]+/.exec(await map.locator('.readout').innerText())?.[0]);
    };
    expect(Math.round(await latitude())).toBe(43);
    await map.getByRole('button', { name: 'Close Report' }).click();
    await until('the other picture', async () => (await drawn()).join() === otherId);
    await until('the area', async () => Math.round(await latitude()) === 52);
  });
});
