import { expect, it, onTestFinished } from 'vitest';
import { activate, deactivate } from '../../../src/extension.ts';
import { contextOf, Kept } from '../../fake/context.ts';
import { editor } from '../../fake/editor.ts';
import { tempFolder } from '../tempFolder.ts';

it('a map that another extension host left is replaced by the next one', async () => {
  const left = editor.newPanel('swath.map', 'Left Map');
  editor.workbench.showPanel(left, 1, false);
  const context = contextOf(new Kept(await tempFolder()));
  activate(context);
  onTestFinished(async () => {
    await deactivate();
    for (const part of context.subscriptions.toReversed()) part.dispose();
  });

  await editor.run('swath.openMap');
  await editor.run('swath.openMap');
  expect(editor.workbench.tabs.map(({ label }) => label)).toEqual(['Swath Map']);
});
