import { signal } from '@preact/signals-core';
import { expect, it, vi } from 'vitest';
import { Uri } from 'vscode';
import {
  createDetailsPage,
  type DetailedRow,
  type KnownDetails,
} from '../../../src/platform/documents/detailsPage.ts';
import { editor } from '../../fake/editor.ts';

const row: DetailedRow = {
  id: 'subscription/s1',
  copyId: 's1',
  details: {
    title: 'Quarry <watch>',
    fields: { id: 's1', note: 'n' },
    facts: () => [
      ['Status', 'active'],
      ['End', undefined],
      ['Note', 'see https://x.test/?token=the-token'],
    ],
  },
};

function setUp() {
  const asked: string[] = [];
  const inUse = signal<string | undefined>('Quay');
  const known = signal<KnownDetails | undefined>(undefined);
  const page = createDetailsPage({
    extensionUri: Uri.file('/swath'),
    copyId: id => Promise.resolve(void asked.push(`copy ${id}`)),
    showRaw: ({ id }, secrets) => Promise.resolve(void asked.push(`raw ${id} without ${secrets.join()}`)),
    secrets: () =>
      inUse.peek() === 'Quay' ? Promise.resolve(['the-token']) : Promise.reject(new Error('No certificate')),
    connectionInUse: () => inUse.peek(),
    find: id => (id === row.id ? known.peek() : undefined),
    signals: [inUse, known],
    onError: error => expect.fail(String(error)),
  });
  const panel = () => editor.panels[0] ?? expect.fail('There is no page.');
  const body = () => (panel().webview.sent.at(-1) as { body: string }).body;
  return { page, panel, body, asked, inUse, known };
}

it('shows the facts of a row as text, without secrets, and the next row in the same tab', async () => {
  const { page, panel, body } = setUp();
  await page.show(row);
  expect(panel().title).toBe('Quarry <watch>');
  expect(body()).toContain('<h1>Quarry &#60;watch&#62;</h1>');
  expect(body()).toMatch(/<dt>Status<\/dt>\s*<dd>active<\/dd>/);
  expect(body()).not.toContain('End');
  expect(body()).not.toContain('the-token');
  await page.show({ ...row, copyId: undefined, details: { title: 'Roles', fields: { tasking: true } } });
  expect(editor.panels).toHaveLength(1);
  expect(panel().title).toBe('Roles');
  expect(body()).toMatch(/<dt>tasking<\/dt>\s*<dd>true<\/dd>/);
  expect(body()).not.toContain('copyId');
});

it('follows what is read of its row, and says when that was', async () => {
  const { page, panel, body, known } = setUp();
  await page.show(row);
  const details = { title: 'Quarry', fields: {}, facts: () => [['Status', 'revoked'] as const] };
  known.value = { details, at: Date.parse('2026-11-30T06:14:00Z') };
  await vi.waitFor(() => expect(body()).toContain('Quay · as of 2026-11-30 06:14 UTC'));
  expect(body()).toMatch(/<dt>Status<\/dt>\s*<dd>revoked<\/dd>/);
  expect(panel().title).toBe('Quarry');
  known.value = { details: undefined, at: Date.parse('2026-11-30T07:14:00Z') };
  await vi.waitFor(() => expect(body()).toContain('The list as of 2026-11-30 07:14 UTC'));
  expect(body()).toContain('as of 2026-11-30 06:14 UTC</p>');
});

it('says whose it is while another connection is in use, even one that fails, shows nothing of that one, and keeps secrets out', async () => {
  const { page, panel, body, inUse, known } = setUp();
  await page.show(row);
  const asked: string[] = [];
  editor.standIn('swath.switchConnection', () => void asked.push('switch'));
  inUse.value = 'Work';
  known.value = { details: { title: 'Of Work', fields: {} }, at: 0 };
  await vi.waitFor(() => expect(body()).toContain('This belongs to Quay. You&#39;re signed in to Work.'));
  expect(panel().title).toBe('Quarry <watch>');
  expect(body()).toMatch(/<dt>Status<\/dt>\s*<dd>active<\/dd>/);
  expect(body()).not.toContain('the-token');
  panel().webview.receive({ action: 'switchConnection' });
  await vi.waitFor(() => expect(asked).toEqual(['switch']));
});

it('has buttons for the ID and the JSON of its row, and runs nothing else', async () => {
  const { page, panel, asked } = setUp();
  await page.show(row);
  for (const action of ['copyId', 'swath.placeOrder', 'toString']) panel().webview.receive({ action });
  panel().webview.receive({ action: 'copyId', id: 'other' });
  expect(asked).toEqual(['copy s1', 'copy s1']);
});

it('keeps the secrets of its own connection out of the JSON, too, after a switch to another one', async () => {
  const { page, panel, asked, inUse } = setUp();
  await page.show(row);
  inUse.value = 'Work';
  panel().webview.receive({ action: 'showRaw' });
  await vi.waitFor(() => expect(asked).toEqual(['raw subscription/s1 without the-token']));
});

it('gives no time to what is not read again, such as a payment', async () => {
  const { page, body } = setUp();
  await page.show({ ...row, id: 'contract/c1/payments/p1' });
  expect(body()).toContain('<p>Quay</p>');
});

it('can be closed before it is filled', async () => {
  const { page, panel } = setUp();
  const showing = page.show(row);
  panel().dispose();
  await showing;
  expect(editor.panels).toEqual([]);
});
