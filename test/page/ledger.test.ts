import { readFile, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pick, typeInput } from '../editor/workbench.ts';
import { openOrderFile, priceAndPlace } from './drafted.ts';
import { pictureFailures } from './pictureFailures.ts';
import {
  answerDialog,
  chooseInMenu,
  dialog,
  runCommand,
  screenshot,
  showViews,
  signInToLocal,
  startProduct,
  statusBarItem,
  treeRow,
  until,
  widenSideBar,
  type Product,
} from './product.ts';

let product: Product;
/** What the service gave out as the value of the key that was created. */
let secret: string;

beforeAll(async () => {
  product = await startProduct({ size: { width: 1300, height: 900 } });
  const { page, editor } = product;
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'], { origin: editor.origin });
  await page.locator('.activitybar').getByRole('tab', { name: 'Swath' }).click();
  await signInToLocal(product);
});
pictureFailures('ledger', () => product.page);
afterAll(async () => {
  expect(product.workbench.problems).toEqual([]);
  await product.stop();
});

/** What a screen reader says of the rows of the ledger that are on screen, without the days. */
async function entries(): Promise<string[]> {
  const rows = product.page.locator('.sidebar').getByRole('treeitem', { name: / UTC, \w/ });
  return rows.evaluateAll(all => all.map(row => row.getAttribute('aria-label') ?? ''));
}

const moment = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC`;
/** Each thing that is done, the newest first. */
const done = [
  `^Build server, Key deleted, ${moment}, Local$`,
  `^Build server, Key created, ${moment}, Local$`,
  `^Quarry watch, monthly, Revoke, 200 credits, ${moment}, Local$`,
  `^Ledger quay, Order, 1 credit, ${moment}, Local$`,
  `^Ledger quay, Price, 1 credit, ${moment}, Local$`,
];

async function shows(...patterns: string[]): Promise<void> {
  await until(`the rows ${patterns.join(' ')}`, async () => {
    const rows = await entries();
    return (
      rows.length === patterns.length &&
      patterns.every((pattern, index) => new RegExp(pattern).test(rows[index] ?? ''))
    );
  });
}

const offeredOnce = ['Show all', 'Greatest or newest first'];

/** Chooses one after the other in the quick pick of the view; what follows `Filter Action` is the action. */
async function arrange(...steps: string[]): Promise<void> {
  const { page } = product;
  await runCommand(page, 'Swath: Filter, Sort and Group Ledger…');
  let isFilter = false;
  for (const step of steps) {
    const row = page.locator('.quick-input-list .monaco-list-row', { hasText: step }).first();
    await row.click();
    // What it does is in force when it is offered no more.
    if (offeredOnce.includes(step)) await row.waitFor({ state: 'detached' });
    // Of several values one chooses those that one wants, and says so.
    if (isFilter) await page.locator('.quick-input-widget').getByRole('button', { name: 'OK' }).click();
    isFilter = step === 'Filter Action';
  }
  // The first level comes back after each choice, and an Escape in between reaches neither the old nor the new one.
  const widget = page.locator('.quick-input-widget');
  await until('the quick pick to be left', async () => {
    if (await widget.isVisible()) await page.keyboard.press('Escape');
    return !(await widget.isVisible());
  });
}

/** Exports to the file that is proposed; resolves with its lines. @param which is asked for where a filter hides some */
async function exported(which?: string): Promise<string[]> {
  const { page, folder } = product;
  await runCommand(page, 'Swath: Export Ledger…');
  if (which !== undefined) await pick(page, which);
  const widget = page.locator('.quick-input-widget', { hasText: 'Export the Ledger' });
  const input = widget.locator('.quick-input-box input:visible');
  await until('a name to be proposed', async () =>
    /swath-ledger-\d{4}-\d\d-\d\d\.csv$/.test(await input.inputValue()),
  );
  const path = join(folder, basename(await input.inputValue()));
  await widget.getByRole('button', { name: 'OK' }).click();
  const written = () => readFile(path, 'utf8').catch(() => '');
  await until('the file', async () => (await written()).endsWith('\r\n'));
  const lines = (await written()).split('\r\n').slice(0, -1);
  await rm(path);
  await runCommand(page, 'Notifications: Clear All Notifications');
  return lines;
}

describe('the ledger', () => {
  it('holds what is priced, ordered, revoked, created and deleted, each with its amount', async () => {
    const { page } = product;
    await openOrderFile(product, 'Ledger quay');
    await priceAndPlace(product);
    await treeRow(page, /^Ledger quay\b/).waitFor();

    await showViews(page, 'Subscriptions', 'API Keys');
    await chooseInMenu(page, treeRow(page, /^Quarry watch.*pending/), 'Revoke Subscription…');
    await answerDialog(page, 'Continue…');
    await typeInput(page, 'Quarry watch, monthly');
    await treeRow(page, /^Quarry watch.*revoked/).waitFor();

    await runCommand(page, 'Swath: Create API Key…');
    await typeInput(page, 'Build server');
    await pick(page, 'Copy to the clipboard');
    await treeRow(page, /^Build server/).waitFor();
    secret = await page.evaluate(() => navigator.clipboard.readText());
    await chooseInMenu(page, treeRow(page, /^Build server/), 'Delete API Key…');
    await dialog(page).waitFor();
    await answerDialog(page, /Delete/);
    await treeRow(page, /^Build server/).waitFor({ state: 'detached' });

    await showViews(page, 'Ledger');
    await shows(...done);
    await screenshot(page, 'ledger');
  });

  it('tells time and amount in a side bar that is 180 pixels wide', async () => {
    const { page } = product;
    const sideBar = () => page.locator('.sidebar').boundingBox();
    await widenSideBar(page, ((await sideBar())?.x ?? 0) + 178);
    await until('a narrow side bar', async () => {
      const width = (await sideBar())?.width ?? 0;
      return width >= 170 && width <= 182;
    });
    await screenshot(page, 'ledger narrow');
    for (const [name, head] of [
      [/^Ledger quay, Order/, /^\d\d:\d\d 1(?= credit$)/],
      [/^Quarry watch/, /^\d\d:\d\d 200(?= credits$)/],
      [/^Build server, Key deleted/, /^\d\d:\d\d Key/],
    ] as const) {
      const label = treeRow(page, name).locator('.label-name');
      const [shown = ''] = head.exec(await label.innerText()) ?? [];
      expect(shown).not.toBe('');
      const end = await label.evaluate((element, length) => {
        const [text] = [...(element.querySelector('.monaco-highlighted-label') ?? element).childNodes].slice(
          -1,
        );
        const range = document.createRange();
        range.selectNodeContents(element);
        if (text?.nodeType === Node.TEXT_NODE) range.setEnd(text, length);
        return range.getBoundingClientRect().right;
      }, shown.length);
      const room = await treeRow(page, name).locator('.monaco-icon-label-container').boundingBox();
      expect(end).toBeLessThan((room?.x ?? 0) + (room?.width ?? 0));
    }
    await widenSideBar(page, 420);
  });

  it('is filtered and sorted', async () => {
    const [, , , order = '', price = ''] = done;
    await arrange('Filter Action', 'Order');
    await shows(order);
    await arrange('Show all');
    await arrange('Greatest or newest first');
    await shows(...done.toReversed());
    await arrange('Reset');
    await shows(...done);
    await arrange('Filter Action', 'Price');
    await shows(price);
  });

  it('is exported as shown or as a whole, without any key', async () => {
    const some = await exported('What the Filter Shows');
    await arrange('Show all');
    const all = await exported();
    expect(all[0]).toMatch(/^time,connection,action,result,amount,unit,title,kind,/);
    const cells = all.slice(1).map(line =>
      line
        .split(/,(?=(?:[^"]*"[^"]*")*[^"]*$)/)
        .slice(1, 7)
        .join(';'),
    );
    expect(cells).toEqual([
      'Local;deleteKey;ok;;;Build server',
      'Local;createKey;ok;;;Build server',
      'Local;revoke;ok;200;credits;"Quarry watch, monthly"',
      'Local;order;ok;1;credits;Ledger quay',
      'Local;price;ok;1;credits;Ledger quay',
    ]);
    expect(some).toEqual([all[0], all[5]]);
    expect(secret).not.toBe('');
    for (const key of [secret, product.service.sandbox.apiKey]) {
      expect(all.join('\n')).not.toContain(key);
      expect(
        await readFile(
          join(product.editor.dataDir, 'data/User/globalStorage/swath.swath/ledger.jsonl'),
          'utf8',
        ).catch(() => ''),
      ).not.toContain(key);
      expect(await product.log()).not.toContain(key);
    }
  });

  it('leads from an entry of another connection to that, and to its order from there', async () => {
    const { page } = product;
    const entry = () => treeRow(page, /^Ledger quay, Order/);
    await runCommand(page, 'Swath: Switch Connection…');
    await pick(page, 'Sandbox');
    await statusBarItem(page, /Sandbox · 5,000 credits/).waitFor();
    await showViews(page, 'Orders', 'Ledger');
    await entry().click();
    const toasts = page.locator('.notifications-toasts');
    await toasts.getByText('This was done on the connection Local, and Sandbox is in use').waitFor();
    await toasts.getByRole('button', { name: 'Switch Connection…' }).click();
    await pick(page, 'Local');
    await statusBarItem(page, /Local · /).waitFor();
    await page
      .locator('.monaco-list:focus .monaco-list-row.focused')
      .filter({ hasText: 'Ledger quay' })
      .waitFor();
  });
});
