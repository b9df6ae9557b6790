import { beforeEach, expect, it, vi } from 'vitest';
import { windowHandlers } from '../../../../src/features/map/handlers/windowHandlers.ts';
import type { HandlerParts } from '../../../../src/features/map/pageParts.ts';
import { editor } from '../../../fake/editor.ts';
import { newUser } from '../../../fake/user.ts';
import { fakeClient, signedInSession } from '../../fakes.ts';

beforeEach(newUser);

async function handlers() {
  const log = { error: vi.fn<(line: string) => void>() };
  const parts = { session: await signedInSession(fakeClient({})), log } as unknown as HandlerParts;
  const page = { begin: () => Promise.resolve(), lookAt: () => undefined, keep: () => undefined };
  return { log, ...windowHandlers(parts, page) };
}

it('a page does not leave the connection that somebody is signed in to', async () => {
  const { useSandbox } = await handlers();
  await useSandbox();
  expect(editor.ran).toEqual([]);
});

it('an error of the page is one line of the log, whatever it contains', async () => {
  const { log, fault } = await handlers();
  fault({
    kind: 'fault',
    message: `x\n2026-11-28 [info] POST /api/v1/orders 201\u2028${'y'.repeat(20_000)}`,
  });
  const [line = ''] = log.error.mock.calls.flat();
  expect(line).toMatch(/^map page: x 2026/);
  expect(line).not.toMatch(/[\n\u2028]/);
  expect(line.length).toBeLessThan(5_000);
});

it('a page that has too much to copy leaves the clipboard as it is, and the user learns why', async () => {
  const { copy } = await handlers();
  editor.clipboard = 'before';
  await copy({ kind: 'copy' });
  expect(editor.clipboard).toBe('before');
  expect(editor.messageTexts).toEqual(['Too much to copy. Export the selection instead.']);
});

it('a page that copies is confirmed in the status bar, on one short line', async () => {
  const { copy } = await handlers();
  await copy({ kind: 'copy', text: 'a32f2ae8\n'.repeat(50) });
  expect(editor.clipboard).toHaveLength(450);
  expect(editor.statusTexts.join()).toMatch(/^\$\(check\) Copied a32f2ae8 .{20,60}$/);
});
