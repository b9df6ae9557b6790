import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { expect, it, onTestFinished, vi } from 'vitest';
import * as vscode from 'vscode';
import { decorateFiles } from '../../../../../src/platform/documents/fileDecorations.ts';
import { decorateOrders } from '../../../../../src/features/orders/ui/document/orderDecorations.ts';
import { editor } from '../../../../fake/editor.ts';
import { apiError } from '../../../fakes.ts';
import { bareOrder } from '../../../fixtures.ts';
import { orderSetup, reportOf, uriOf } from './orderSetup.ts';

it('an order file has a badge for what became of exactly this order', async () => {
  const { parts, file, service } = await orderSetup();
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const isOnItsWay = (id: string) => parts.placing.isOnItsWay(id);
  const load = vi.fn((changed: () => void) =>
    Promise.resolve(
      decorateOrders({ ...parts, isOnItsWay, draftNames: () => Promise.resolve(parts.draftNames) }, changed),
    ),
  );
  let loaded: unknown;
  const lazy = ((run: () => unknown) => () => (loaded ??= run())) as never;
  decorateFiles({ register: () => undefined, lazy }, /\.order\.json$/, load);
  const onChange = vi.fn();
  editor.decorationProviders[0]?.onDidChangeFileDecorations?.(onChange);
  const body = reportOf('quay');
  const quay = file('quay');
  /** What it shows after the editor was told to ask again. */
  const next = async () => {
    await vi.advanceTimersByTimeAsync(1000);
    expect(onChange.mock.calls.splice(0)).toEqual([[[quay]]]);
    return editor.decoration(quay);
  };
  const place = async () => {
    await parts.prices.ask(body);
    const ready = await parts.placing.readiness(body);
    if (ready.kind === 'ready') await parts.placing.place(body, { ...ready, isTyped: false });
  };
  expect(await editor.decoration(vscode.Uri.file('/notes.json'))).toBeUndefined();
  expect(load).not.toHaveBeenCalled();
  expect(await editor.decoration(quay)).toBeUndefined();
  await parts.prices.ask(body);
  expect(await next()).toBe('¤ charts.blue Price: 12 credits');
  await place();
  expect(await next()).toMatch(/^… charts.purple Ordered \d{4}-\d\d-\d\d [\d:]+ UTC: order o1$/);
  const orders = parts.orders as unknown as { current: { value: unknown } };
  orders.current.value = { kind: 'ready', orders: [bareOrder({ status: 'delivered' })] };
  expect(await next()).toMatch(/^✓ charts.green Ordered .* UTC, delivered: order o1$/);
  service.place = async () => {
    expect(await editor.decoration(quay)).toMatch(/^✓ /);
    throw apiError('network');
  };
  await place();
  const unconfirmed = /^\? list.warningForeground Sent .* UTC, not confirmed$/;
  expect(await next()).toMatch(unconfirmed);
  await parts.session.signOut();
  expect(await next()).toMatch(unconfirmed);
  writeFileSync(quay.fsPath, JSON.stringify(reportOf('pier')));
  editor.filesChanged.fire(quay);
  expect(await next()).toBeUndefined();
  editor.open(quay.fsPath, JSON.stringify(body));
  expect(await next()).toMatch(unconfirmed);
  // No small file on this disk.
  const large = file('large', JSON.stringify(body).padEnd(1_000_001));
  mkdirSync(uriOf('folder').fsPath);
  const remote = vscode.Uri.parse('vscode-vfs://host/a.order.json');
  symlinkSync('/dev/zero', uriOf('endless').fsPath);
  editor.open(uriOf('long').fsPath, JSON.stringify(body).padEnd(1_000_001));
  for (const uri of [large, uriOf('folder'), uriOf('endless'), uriOf('long'), remote, file('text', '{')])
    expect(await editor.decoration(uri)).toBeUndefined();
});

it('a draft has no badge of an order with the same contents that was placed before it was drafted', async () => {
  const { parts, file, clock } = await orderSetup();
  clock.now -= 1000;
  const body = reportOf('quay');
  await parts.prices.ask(body);
  const ready = await parts.placing.readiness(body);
  if (ready.kind === 'ready') await parts.placing.place(body, { ...ready, isTyped: false });
  const draftNames = () => Promise.resolve(parts.draftNames);
  const decorator = decorateOrders({ ...parts, draftNames, isOnItsWay: () => false }, () => undefined);
  onTestFinished(() => decorator.dispose());
  const again = file('quay-2', body);
  const badge = async (uri: vscode.Uri) => (await decorator.decorate(uri))?.badge;
  expect(await badge(again)).toBe('…');
  parts.draftNames.remember(again.path, 'quay');
  expect([await badge(file('quay', body)), await badge(again)]).toEqual(['…', '¤']);
});
