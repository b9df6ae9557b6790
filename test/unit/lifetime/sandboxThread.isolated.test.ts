import { expect, it, vi } from 'vitest';
import { eventually } from '../../eventually.ts';
import { contextOf, Kept } from '../../fake/context.ts';
import { editor } from '../../fake/editor.ts';
import { tempFolder } from '../tempFolder.ts';
import type { Resources } from './resources.ts';

const setup = vi.hoisted(() => ({ resources: undefined as Resources | undefined }));
vi.mock('node:worker_threads', async original => {
  const { Resources } = await import('./resources.ts');
  setup.resources = new Resources();
  return setup.resources.threadsOf(await original());
});

const { activate, deactivate } = await import('../../../src/extension.ts');

it('ends the thread of the sandbox with the extension', async () => {
  const context = contextOf(new Kept(await tempFolder()));
  activate(context);
  const threads = () => setup.resources?.left() ?? [];
  expect(threads()).toEqual([]);
  await editor.run('swath.useSandbox');
  expect(editor.contexts.get('swath.session')).toBe('signedIn');
  expect(threads()).toEqual([expect.stringContaining('src/features/account/startSandboxWorker.ts')]);
  const finished = deactivate();
  for (const disposable of context.subscriptions) disposable.dispose();
  await finished;
  await eventually(() => expect(threads()).toEqual([]));
});
