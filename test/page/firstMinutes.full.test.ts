import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick } from '../editor/workbench.ts';
import { resultRows } from '../webview/mapPage.ts';
import { lens, mapPage, type Product, runCommand, startProduct, until } from './product.ts';

let product: Product;

beforeAll(async () => {
  product = await startProduct({ size: { width: 1300, height: 760 } });
});
afterAll(() => product.stop());

const step = (title: string) => product.page.locator('.getting-started-step', { hasText: title });
const isDone = (title: string) =>
  until(`"${title}" to be done`, async () => (await step(title).locator('.codicon.complete').count()) > 0);

describe('the first minutes of a new user', () => {
  it('begin in the side bar, which leads to the walkthrough', async () => {
    const { page } = product;
    await page.locator('.activitybar').getByRole('tab', { name: 'Swath' }).click();
    await page.locator('.sidebar').getByText('Get started').click();
    await step('Sign in or use the sandbox').waitFor();
    expect(await page.locator('.getting-started-step').count()).toBe(7);
    const picture = page.getByAltText('The Swath side bar');
    await until('the picture of the step to be there', () =>
      picture.evaluate(image => (image as HTMLImageElement).naturalWidth > 100),
    );
  });

  it('continue in the sandbox, without an account', async () => {
    const { page } = product;
    await step('Sign in or use the sandbox').getByRole('button', { name: 'Use the Sandbox' }).click();
    await page.locator('.statusbar-item', { hasText: '5,000 credits' }).waitFor();
    await isDone('Sign in or use the sandbox');
    expect(product.service.sandbox.requests).toEqual([]);
  });

  it('open a sample area with one click, and find images of it with the next', async () => {
    const { page } = product;
    await step('Choose an area').click();
    await step('Choose an area').getByRole('button', { name: 'Open a Sample' }).click();
    await lens(page, 'Search Images').waitFor();
    await runCommand(page, 'Swath: Get Started');
    await isDone('Choose an area');
    await step('Search images').click();
    await step('Search images').getByRole('button', { name: 'Search Images' }).click();
    // The walkthrough has the focus instead of the text, so the user is asked for the area.
    await pick(page, 'harbour.aoi.geojson');
    await resultRows(await mapPage(page))
      .first()
      .waitFor();
    await runCommand(page, 'Swath: Get Started');
    await isDone('Search images');
    // VS Code moves on to it, and takes the focus from the open editor.
    await until('the next step to have the focus', () =>
      step('Draft an order').evaluate(next => next.contains(document.activeElement)),
    );
  });

  it("don't change the user's copies of samples", async () => {
    const { page } = product;
    await runCommand(page, 'Swath: Open Sample Areas…');
    await pick(page, 'Copy into samples');
    // The original sample with the same name may be open too.
    await page.locator('.breadcrumbs-control', { hasText: 'swath-samples' }).waitFor();
    await page.locator('.monaco-editor .view-lines').first().click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.insertText(' ');
    await runCommand(page, 'File: Save');
    await until('the copy to be saved', async () => (await copy()).startsWith(' '));
    await runCommand(page, 'Swath: Open Sample Areas…');
    await pick(page, 'Copy into samples');
    await page.locator('.tab.active', { hasText: 'harbour.aoi.geojson' }).waitFor();
    expect((await copy()).startsWith(' {')).toBe(true);
  });
});

function copy(): Promise<string> {
  return readFile(`${product.folder}/swath-samples/harbour.aoi.geojson`, 'utf8');
}
