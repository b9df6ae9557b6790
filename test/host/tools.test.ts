import * as assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { lensTitles, openText, waitForLens } from './documents.ts';

const quay = {
  type: 'Feature',
  properties: { name: 'Quay' },
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [4.47, 51.89],
        [4.5, 51.89],
        [4.5, 51.91],
        [4.47, 51.91],
        [4.47, 51.89],
      ],
    ],
  },
};

async function call(name: string, input: object): Promise<Record<string, unknown>> {
  const options = { input, toolInvocationToken: undefined };
  const { content } = await vscode.lm.invokeTool(`swath_${name}`, options);
  const [part] = content;
  assert.ok(part instanceof vscode.LanguageModelTextPart);
  return JSON.parse(part.value) as Record<string, unknown>;
}

describe('language models', () => {
  it('are offered what reads and drafts, with descriptions', async () => {
    await vscode.extensions.getExtension('swath.swath')?.activate();
    const tools = vscode.lm.tools.filter(({ name }) => name.startsWith('swath_'));
    assert.deepEqual(tools.map(({ name }) => name).sort(), [
      'swath_draftOrder',
      'swath_listAnalytics',
      'swath_measureCoverage',
      'swath_priceOrder',
      'swath_searchImages',
    ]);
    for (const { description, inputSchema } of tools) {
      assert.ok(description.length > 50);
      assert.ok(inputSchema);
    }
  });

  it('get a message to sign in while signed out', async () => {
    await vscode.commands.executeCommand('swath.signOut');
    await assert.rejects(call('listAnalytics', {}), /Not signed in/);
  });

  it('find images, draft a report of one, and price it', async () => {
    await vscode.commands.executeCommand('swath.useSandbox');
    await openText('quay.json', quay);
    const found = (await call('searchImages', {
      file: 'quay.json',
      constellation: 'PHR',
      processingLevel: 'SENSOR',
      relation: 'contains',
    })) as { images: { id: string; shareOfAreaCovered: number }[] };
    const [image] = found.images;
    assert.equal(image?.shareOfAreaCovered, 1);
    const covered = await call('measureCoverage', { file: 'quay.json', imageIds: [image.id] });
    assert.equal(covered.shareCoveredTogether, 1);

    const { analytics } = (await call('listAnalytics', {})) as {
      analytics: { code: string; images: number; constellations: string[] }[];
    };
    const analytic = analytics.find(
      ({ images, constellations }) => images === 1 && constellations.includes('PHR'),
    );
    const drafted = await call('draftOrder', {
      kind: 'order.analytics-toolbox.archive',
      title: 'Quay by a model',
      analytic: analytic?.code,
      imageIds: [image.id],
      file: 'quay.json',
    });
    assert.equal(drafted.opened, true);

    const priced = await call('priceOrder', { file: drafted.file });
    assert.equal(priced.priced, true);
    assert.match(String(priced.price), /credits?$/);
    const document = vscode.window.activeTextEditor?.document;
    assert.ok(document?.isUntitled);
    await waitForLens(document, /Order/);
    // The price that the model requested is shown above the text, and nothing was ordered.
    assert.ok((await lensTitles(document)).some(title => title.includes(String(priced.price))));
  });

  it('cannot leave the workspace', async () => {
    await assert.rejects(call('searchImages', { file: '/etc/hosts' }), /not a file of the workspace/);
  });
});
