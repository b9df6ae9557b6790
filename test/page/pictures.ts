// Creates the pictures of the README and the docs from the running product: npm run pictures
import { openFile, pick } from '../editor/workbench.ts';
import { askToPlace, draftReport, openDelivered } from './drafted.ts';
import {
  answerDialog,
  clickLens,
  dialogOpens,
  lens,
  mapPage,
  runCommand,
  screenshot,
  showViews,
  startProduct,
  treeRow,
  widenSideBar,
} from './product.ts';
import type { Theme } from '../editor/browser.ts';
import { findRow, openFilters, resultRows } from '../webview/mapPage.ts';

const folder = 'docs/pictures';

async function walk(theme: Theme): Promise<void> {
  const product = await startProduct({ startInSandbox: true, theme, size: { width: 1440, height: 860 } });
  try {
    const { page } = product;
    const picture = (name: string) => screenshot(page, `${name}-${theme}`, folder);
    await page.locator('.statusbar-item', { hasText: '5,000 credits' }).waitFor();
    await page.locator('.activitybar').getByRole('tab', { name: 'Swath' }).click();
    await widenSideBar(page, 560);
    await showViews(page, 'Contracts', 'Subscriptions', 'API Keys');
    await treeRow(page, /^Payments/).click();
    await treeRow(page, /^Port of call.*active/).click();
    await treeRow(page, /^Runs/).click();
    await treeRow(page, /^Run 1/).waitFor();
    await treeRow(page, /in use/).waitFor();
    await picture('account');
    await runCommand(page, 'Swath: Revoke Subscription…');
    await pick(page, 'Port of call, monthly');
    await dialogOpens(page);
    await picture('revoke');
    await answerDialog(page, 'Cancel');
    await widenSideBar(page, 300);
    await showViews(page, 'Orders');

    await openFile(page, 'harbour.geojson');
    // VS Code drops the lenses of a text that loses focus before they were requested.
    await lens(page, 'Search Images').waitFor();
    await clickLens(page, 'Search Images');
    const map = await mapPage(page);
    await resultRows(map).first().waitFor();
    await openFilters(map);
    await map.getByLabel('From', { exact: true }).fill('2025-01-01');
    await map.getByLabel('To', { exact: true }).fill('2025-12-31');
    await map.getByLabel('Max cloud').fill('10');
    await map.getByLabel('Max cloud').press('Enter');
    await map.getByRole('button', { name: /^Filters/ }).click();
    await (await findRow(map, 'PHR 0.5 m', '100 %')).click();
    await map.getByText('1 selected').waitFor();
    await map.getByRole('button', { name: 'Quicklook' }).click();
    await map.locator('.picture-chip', { hasText: 'Loading' }).waitFor({ state: 'detached' });
    await map.locator('.picture-pane canvas').first().waitFor({ state: 'attached' });
    await map.locator('.row img[src^="blob:"]').nth(3).waitFor();
    await picture('search');

    await draftReport(product, map, { analytic: 'Vessels detection', title: 'Harbour vessels' });
    await clickLens(page, 'Price');
    await askToPlace(product);
    await picture('order');

    await answerDialog(page, /^Order for/);
    await openDelivered(product);
    await map.locator('.legend', { hasText: 'features' }).waitFor();
    await page.locator('.tab.active', { hasText: '.geojson' }).waitFor();
    await page.locator('.notifications-toasts', { hasText: 'Downloading' }).waitFor({ state: 'hidden' });
    await picture('report');
  } finally {
    await product.stop();
  }
}

await walk('dark');
await walk('light');
