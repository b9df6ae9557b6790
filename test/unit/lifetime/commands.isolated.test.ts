import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { activate, deactivate } from '../../../src/extension.ts';
import { contextOf, Kept } from '../../fake/context.ts';
import { editor } from '../../fake/editor.ts';
import { tempFolder } from '../tempFolder.ts';

const manifest = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  contributes: { commands: { command: string }[] };
};

it('each command of the manifest is registered, and no other', async () => {
  const context = contextOf(new Kept(await tempFolder()));
  activate(context);
  // A second registration of an ID would have failed.
  const declared = manifest.contributes.commands.map(({ command }) => command);
  expect([...editor.commands.keys()].sort()).toEqual(declared.sort());
  await deactivate();
  for (const part of context.subscriptions.toReversed()) part.dispose();
});
