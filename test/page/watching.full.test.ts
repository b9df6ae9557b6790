import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Workbench } from '../editor/browser.ts';
import { notifications } from '../editor/workbench.ts';
import { analyticOrder, imageOf, product as productOf, productOrder } from '../unit/sandbox/harness.ts';
import { type OrderMaker, placeElsewhere } from './elsewhere.ts';
import { holdOrders } from './heldOrders.ts';
import {
  openSecondWindow,
  type Product,
  runCommand,
  signInToLocal,
  startProduct,
  treeRow,
  until,
} from './product.ts';

let product: Product;
let secondWindow: Workbench;
const orders = holdOrders();

beforeAll(async () => {
  const size = { width: 1000, height: 800 };
  product = await startProduct({
    size,
    time: orders.time,
    settings: { 'swath.orders.pollSeconds': 5 },
  });
  secondWindow = await openSecondWindow(product, { size });
  for (const page of pages()) {
    await page.locator('.activitybar').getByRole('tab', { name: 'Swath' }).click();
    await signInToLocal({ ...product, page });
  }
});
afterAll(async () => {
  // Not defined if the start failed.
  await (secondWindow as Workbench | undefined)?.close();
  await product.stop();
});
const pages = () => [product.page, secondWindow.page];
const allNotifications = async () => (await Promise.all(pages().map(notifications))).flat();
const toldOf = async (text: RegExp) => (await allNotifications()).filter(notice => text.test(notice));

const cars =
  (title: string): OrderMaker =>
  async there =>
    analyticOrder([await imageOf(there, 'PHR')], { title });
const pair: OrderMaker = async there => {
  const image = await imageOf(there, 'PHR');
  return productOrder(productOf(image), productOf(image, { productType: 'pansharpened' }));
};

/** The badges in the activity bar of each window: a single number, for the Orders view. */
const badges = () =>
  Promise.all(
    pages().map(async page => {
      const texts = await page.locator('.activitybar .badge-content').allInnerTexts();
      return texts.filter(text => text !== '').join();
    }),
  );

describe('two windows that show the orders of one account', () => {
  it('both follow them, and report only once what ends together', async () => {
    await placeElsewhere(product, cars('Quay'), cars('Mole'), pair);
    for (const page of pages()) {
      await runCommand(page, 'Swath: Refresh');
      await treeRow(page, /^Quay, ordered/).waitFor();
    }
    orders.deliver();
    await until('the orders to be delivered in both windows', async () => {
      const rows = pages().map(page => treeRow(page, /^Quay, new, delivered/).isVisible());
      return (await Promise.all(rows)).every(Boolean);
    });
    await until('the end of all three to be told', async () => {
      const texts = (await allNotifications()).join('\n');
      return ['Quay', 'Mole', 'bundle, pansharpened'].every(name => texts.includes(name));
    });
    for (const name of [/Quay/, /Mole/, /bundle, pansharpened/]) expect(await toldOf(name)).toHaveLength(1);
    await until('the badge in both windows', async () => (await badges()).join() === '3,3');
  });

  it('clear the badge of an order that is opened in one of them', async () => {
    await treeRow(secondWindow.page, /^Quay, new, delivered/).click();
    await until('the badge to go down in both windows', async () => (await badges()).join() === '2,2');
  });
});
