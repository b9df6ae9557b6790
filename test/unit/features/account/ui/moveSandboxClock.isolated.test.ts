import { expect, it, onTestFinished, vi } from 'vitest';
import type * as sandboxes from '../../../../../src/sandbox/sandbox.ts';
import { analyticOrder, harnessOf, imageOf } from '../../../sandbox/harness.ts';
import { eventually } from '../../../../eventually.ts';
import { contextOf, Kept } from '../../../../fake/context.ts';
import { editor } from '../../../../fake/editor.ts';
import { Input } from '../../../../fake/inputs.ts';
import { tempFolder } from '../../../tempFolder.ts';

const made = vi.hoisted(() => ({ sandboxes: [] as sandboxes.Sandbox[] }));
vi.mock('../../../../../src/features/account/startSandboxWorker.ts', () => import('../sandboxHere.ts'));
vi.mock('../../../../../src/sandbox/sandbox.ts', async original => {
  const module = await original<typeof sandboxes>();
  const createSandbox: typeof module.createSandbox = options => {
    const sandbox = module.createSandbox({ ...options, productionSeconds: 30 * 24 * 3600 });
    made.sandboxes.push(sandbox);
    return sandbox;
  };
  return { ...module, createSandbox };
});

const { activate, deactivate } = await import('../../../../../src/extension.ts');

it('moves the clock of the sandbox, after which the account shows what the time has made of it', async () => {
  const context = contextOf(new Kept(await tempFolder()));
  activate(context);
  onTestFinished(async () => {
    const finished = deactivate();
    for (const disposable of context.subscriptions) disposable.dispose();
    await finished;
  });
  const choose = async (label: string, button?: string) => {
    editor.answerer = prompt => {
      if (prompt instanceof Input) prompt.choose(label);
      else if (button !== undefined && prompt.choices.includes(button)) prompt.press(button);
      else if (prompt.isModal) prompt.close();
      return Promise.resolve();
    };
    await editor.run('swath.moveSandboxClock');
  };
  await editor.run('swath.moveSandboxClock');
  expect(editor.messages.at(-1)?.text).toBe('Switch to the sandbox first.');
  await editor.run('swath.useSandbox');
  expect(editor.contexts.get('swath.isSandbox')).toBe(true);
  const [sandbox] = made.sandboxes;
  if (!sandbox) throw new Error('There is no sandbox.');
  const elsewhere = harnessOf(sandbox);
  await elsewhere.call('POST', '/api/v1/orders', analyticOrder([await imageOf(elsewhere, 'PHR')]));
  await eventually(async () => expect(await editor.tree('swath.keys')).toContain('in 36'));
  await choose('A week');
  await eventually(async () => expect(await editor.tree('swath.orders')).toContain('may never finish'));
  await choose('A month');
  await eventually(async () => expect(await editor.tree('swath.orders')).not.toContain('may never finish'));
  await eventually(async () => expect(await editor.tree('swath.keys')).toContain('in 32'));
  await choose('A year');
  await eventually(() => expect(editor.contexts.get('swath.session')).toBe('refused'));
  // Nothing was sent with the dead key again, and another one is there once the suspension is over.
  await choose('An hour');
  await editor.run('swath.useSandbox');
  expect(editor.contexts.get('swath.session')).toBe('signedIn');

  await eventually(async () => expect(await editor.tree('swath.orders')).toContain('Harbour cars'));
  const ordersBefore = await editor.tree('swath.orders');
  const placedOrder = /^ *(?:New: )?Harbour ·/m;
  expect(ordersBefore).toMatch(placedOrder);
  await choose('Start over today…');
  expect(await editor.tree('swath.orders')).toBe(ordersBefore);
  expect(sandbox.aheadMs).toBeGreaterThan(0);
  await choose('Start over today…', 'Start Over');
  expect(sandbox.aheadMs).toBe(0);
  expect(editor.contexts.get('swath.session')).toBe('signedIn');
  // The order that was placed is gone, the past reports are there.
  await eventually(async () => {
    const orders = await editor.tree('swath.orders');
    expect(orders).toContain('Harbour cars');
    expect(orders).not.toMatch(placedOrder);
  });
  await eventually(async () => expect(await editor.tree('swath.keys')).toContain('in 36'));
  // At the present there is no way back.
  const labels: string[] = [];
  editor.answerer = prompt => {
    if (prompt instanceof Input) {
      labels.push(...prompt.items.map(({ label }) => label));
      prompt.hide();
    }
    return Promise.resolve();
  };
  await editor.run('swath.moveSandboxClock');
  expect(labels).toEqual(['An hour', 'A day', 'A week', 'A month', 'A year']);
});
