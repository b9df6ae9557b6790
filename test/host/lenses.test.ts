import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { lensesOf, lensTitles, openText, waitForLens } from './documents.ts';

const square = {
  type: 'Polygon',
  coordinates: [
    [
      [5, 43],
      [5.05, 43],
      [5.05, 43.05],
      [5, 43.05],
      [5, 43],
    ],
  ],
};

const order = {
  kind: 'order.analytics-toolbox.archive',
  title: 'square',
  analytic: 'analytic.orbitalinsight.cars-detection',
  resolution: 0.5,
  imageIds: ['00000000-0000-4000-8000-000000000000'],
  aoi: square,
};

describe('lenses', () => {
  afterEach(() => vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor'));

  it('stand above every polygon of a document, and carry the way to it', async () => {
    const document = await openText('areas.json', {
      type: 'FeatureCollection',
      features: [
        { type: 'Feature', properties: { name: 'one' }, geometry: square },
        { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [1, 2] } },
        { type: 'Feature', properties: { name: 'three' }, geometry: square },
      ],
    });
    await waitForLens(document, /Search Images/);
    const search = (await lensesOf(document)).filter(lens => lens.command?.command === 'swath.searchImages');
    assert.deepEqual(
      search.map(lens => lens.command?.arguments),
      [
        [{ uri: document.uri.toString(), path: ['features', 0, 'geometry'] }],
        [{ uri: document.uri.toString(), path: ['features', 2, 'geometry'] }],
      ],
    );
    assert.ok((await lensTitles(document)).includes('22.6 km²'));
  });

  it('stay away from other JSON', async () => {
    const document = await openText('settings.json', { type: 'Polygonal', name: 'no geometry' });
    assert.deepEqual(await lensTitles(document), []);
  });

  it('lead from an order to the sign-in while signed out', async () => {
    await vscode.commands.executeCommand('swath.signOut');
    const document = await openText('square.order.json', order);
    assert.deepEqual(
      (await lensesOf(document)).map(lens => lens.command?.command),
      ['swath.signIn', 'swath.openMap', 'swath.copyAsCurl'],
    );
  });

  it('tell in the words of the service why an order has no price', async () => {
    await vscode.commands.executeCommand('swath.useSandbox');
    const document = await openText('square.order.json', order);
    await waitForLens(document, /Price$/);
    const failing = vscode.commands.executeCommand('swath.priceOrder', document.uri.toString());
    const title = await waitForLens(document, /No price: "/);
    assert.match(title, /image/i);
    await vscode.commands.executeCommand('notifications.clearAll');
    await failing;
  });

  it('forget a price, good or bad, with the first edit', async () => {
    await vscode.commands.executeCommand('swath.useSandbox');
    const document = await openText('square.order.json', order);
    const failing = vscode.commands.executeCommand('swath.priceOrder', document.uri.toString());
    await waitForLens(document, /No price: "/);
    await vscode.commands.executeCommand('notifications.clearAll');
    await failing;
    const edit = new vscode.WorkspaceEdit();
    const at = document.positionAt(document.getText().indexOf('"square"') + 1);
    edit.insert(document.uri, at, 'my ');
    await vscode.workspace.applyEdit(edit);
    const titles = await lensTitles(document);
    assert.equal(titles[0], '$(tag)\u00a0Price');
    assert.ok(!titles.some(title => title.includes('No price')));
  });
});
