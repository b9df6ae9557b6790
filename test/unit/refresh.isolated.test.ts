import { expect, it, onTestFinished, vi } from 'vitest';
import type * as sandboxes from '../../src/sandbox/sandbox.ts';
import { eventually } from '../eventually.ts';
import { contextOf, Kept } from '../fake/context.ts';
import { editor } from '../fake/editor.ts';
import { analyticOrder, harnessOf, imageOf } from './sandbox/harness.ts';
import { tempFolder } from './tempFolder.ts';

const made = vi.hoisted(() => ({ sandboxes: [] as sandboxes.Sandbox[] }));
vi.mock(
  '../../src/features/account/startSandboxWorker.ts',
  () => import('./features/account/sandboxHere.ts'),
);
vi.mock('../../src/sandbox/sandbox.ts', async original => {
  const module = await original<typeof sandboxes>();
  const createSandbox: typeof module.createSandbox = options => {
    const sandbox = module.createSandbox({ ...options, productionSeconds: 3600 });
    made.sandboxes.push(sandbox);
    return sandbox;
  };
  return { ...module, createSandbox };
});

const { activate, deactivate } = await import('../../src/extension.ts');

async function inSandbox(): Promise<sandboxes.Sandbox> {
  const context = contextOf(new Kept(await tempFolder()));
  activate(context);
  onTestFinished(async () => {
    const finished = deactivate();
    for (const disposable of context.subscriptions) disposable.dispose();
    await finished;
  });
  await editor.run('swath.useSandbox');
  await eventually(async () => expect(await editor.tree('swath.contracts')).toMatch(/Roles · \d/));
  const sandbox = made.sandboxes.at(-1);
  if (!sandbox) throw new Error('There is no sandbox.');
  return sandbox;
}

it('requests payments and roles once per refresh, also if the balance has changed', async () => {
  const sandbox = await inSandbox();
  // It loads them before it asks for a file.
  editor.fileAnswers.push(undefined);
  await editor.run('swath.exportPayments');
  const elsewhere = harnessOf(sandbox);
  await elsewhere.call('POST', '/api/v1/orders', analyticOrder([await imageOf(elsewhere, 'PHR')]));

  const before = sandbox.requests.length;
  await editor.run('swath.refresh');
  const requested = sandbox.requests
    .slice(before)
    .flatMap(({ path }) => /payments$|services$/.exec(path)?.[0] ?? []);
  expect(await editor.tree('swath.contracts')).toMatch(/Balance · 4,\d\d\d credits/);
  expect(requested.sort()).toEqual(['payments', 'services']);
  // The view shows that it is being refreshed.
  expect(editor.progress.map(({ location }) => location)).toContainEqual({ viewId: 'swath.orders' });
});

it('reads the orders again when the service answers after an outage', async () => {
  const sandbox = await inSandbox();
  await eventually(async () => expect(await editor.tree('swath.orders')).toContain('delivered'));
  const remove = sandbox.faults.add({ kind: 'status', status: 503, retryAfterSeconds: 0 });
  await editor.run('swath.refresh');
  remove();
  const listed = () =>
    sandbox.requests.filter(
      ({ method, path, status }) => method === 'GET' && status === 200 && path.endsWith('/orders'),
    );
  const before = listed().length;
  editor.fileAnswers.push(undefined);
  await editor.run('swath.exportPayments');
  await eventually(() => expect(listed().length).toBeGreaterThan(before));
});
