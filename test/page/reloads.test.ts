import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shortId } from '../../src/model/words/shortId.ts';
import { notifications } from '../editor/workbench.ts';
import { harnessOf } from '../unit/sandbox/harness.ts';
import { openOrderFile, placePriced, priceAndPlace } from './drafted.ts';
import { ordersSent } from './elsewhere.ts';
import { pictureFailures } from './pictureFailures.ts';
import {
  answerDialog,
  clickLens,
  dialog,
  lens,
  pressInDialog,
  type Product,
  reloadWindow,
  screenshot,
  signInToLocal,
  startProduct,
  treeRow,
  until,
} from './product.ts';

let product: Product;

beforeAll(async () => {
  product = await startProduct({ size: { width: 1300, height: 900 } });
  await product.page.locator('.activitybar').getByRole('tab', { name: 'Swath' }).click();
  await signInToLocal(product);
});
pictureFailures('reloads', () => product.page);
afterAll(async () => {
  expect(product.workbench.problems).toEqual([]);
  await product.stop();
});

/** Orders of a title that the service holds. */
async function booked(title: string): Promise<string[]> {
  const { body } = await harnessOf(product.service.sandbox).call<{
    items: { id: string; title?: string }[];
  }>('GET', '/api/v1/orders?itemsPerPage=100');
  return body.items.filter(order => order.title === title).map(({ id }) => id);
}

const sentOf = (title: string) =>
  ordersSent(product).filter(({ body }) => (JSON.parse(body ?? '{}') as { title: string }).title === title);

const journal = () => join(product.editor.dataDir, 'data/User/globalStorage/swath.swath/journal.jsonl');

/** The clock goes on by a little more than the time in which an answer can still come: for the journal, all is older by it. */
async function aMinutePasses(): Promise<void> {
  const lines = await readFile(journal(), 'utf8');
  const older = (at: string) => new Date(Date.parse(at) - 65_000).toISOString();
  await writeFile(
    journal(),
    lines.replaceAll(/"at":"([^"]+)"/g, (_all, at: string) => `"at":"${older(at)}"`),
  );
}

/** Nothing but the look-up is offered above the draft. */
async function isNotOffered(): Promise<void> {
  const { page } = product;
  await lens(page, /^\S*\s?Sent .*, outcome not known: look it up$/).waitFor();
  await lens(page, 'Price').waitFor();
  expect(await lens(page, 'Order…').count()).toBe(0);
}

describe('an order whose window is reloaded before its answer', () => {
  it('is found where the service booked it, and stands there once', async () => {
    const { page, service } = product;
    const title = 'Held back';
    service.sandbox.faults.add({
      ...{ kind: 'delay', when: 'after', milliseconds: 600_000 },
      ...{ method: 'POST', path: '/api/v1/orders', count: 1 },
    });
    await openOrderFile(product, title);
    await priceAndPlace(product);
    await until('the service to book it', async () => (await booked(title)).length > 0);
    const [id = ''] = await booked(title);
    await aMinutePasses();
    await reloadWindow(page);

    await until('the open entry to be told', async () =>
      (await notifications(page)).some(text =>
        /^It is not known what became of the order "Held back" for [\d.,]+ credits?, sent 1 min ago\./.test(
          text,
        ),
      ),
    );
    await isNotOffered();
    await screenshot(page, 'reloads - not known');
    await page.locator('.notifications-toasts').getByRole('button', { name: 'Look It Up' }).click();
    await dialog(page).getByText(`Found it: order ${id}`).waitFor();
    await answerDialog(page, 'Show Order');
    await treeRow(page, /^Held back\b/).waitFor();
    const rows = page.locator('.sidebar').getByRole('treeitem', { name: /^Held back\b/ });
    expect(await rows.count()).toBe(1);
    // An editor without the focus can pass over that there are other lenses: then it asks within the minute.
    await lens(page, new RegExp(`Ordered .*: order ${shortId(id)}$`)).waitFor({ timeout: 90_000 });
    expect(await booked(title)).toEqual([id]);
    expect(sentOf(title)).toHaveLength(1);
  });

  it('can be sent again where it was lost, when the user says so and not before', async () => {
    const { page, service } = product;
    const title = 'Lost';
    service.sandbox.faults.add({
      ...{ kind: 'delay', when: 'before', milliseconds: 600_000 },
      ...{ method: 'POST', path: '/api/v1/orders', count: 1 },
    });
    await openOrderFile(product, title);
    await priceAndPlace(product);
    await until('the order to leave', () => Promise.resolve(sentOf(title).length === 1));
    await reloadWindow(page);

    await isNotOffered();
    await clickLens(page, 'look it up');
    await dialog(page).getByText('The service does not list "Lost".').waitFor();
    await dialog(page)
      .getByText(/It may still be on its way: look again in \d+ seconds/)
      .waitFor();
    expect(await dialog(page).getByRole('button', { name: 'It Was Not Booked' }).count()).toBe(0);
    await screenshot(page, 'reloads - too early');
    await aMinutePasses();
    // The next question can stand there at once.
    await pressInDialog(page, 'Look Again');
    await dialog(page).getByRole('button', { name: 'It Was Not Booked' }).waitFor();
    await screenshot(page, 'reloads - not listed');
    expect(sentOf(title)).toHaveLength(1);
    await answerDialog(page, 'It Was Not Booked');

    // The price of before the reload is gone: it is asked for anew, and so is the yes.
    await until('the way on', async () =>
      (await notifications(page)).some(text => text.startsWith('The order has no price yet')),
    );
    expect(sentOf(title)).toHaveLength(1);
    await page.locator('.notifications-toasts').getByRole('button', { name: 'Price' }).click();
    await placePriced(product);
    await treeRow(page, /^Lost\b/).waitFor();
    expect(await booked(title)).toHaveLength(1);
    expect(sentOf(title)).toHaveLength(2);
    expect(await product.log()).not.toContain(service.sandbox.apiKey);
  });
});
