import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as vscode from 'vscode';
import { entry } from '../../../service/rules/ledgerFixtures.ts';
import { reportMark } from '../../../../../src/platform/documents/reportFile.ts';
import { createAppendLog } from '../../../../../src/platform/files/appendLog.ts';
import { createPictureCache } from '../../../../../src/features/images/pictureCache.ts';
import { createSeenMemory } from '../../../../../src/features/images/seenImages.ts';
import { createJournal, readJournalLine } from '../../../../../src/features/orders/journal.ts';
import { isUnconfirmed, listAttempts } from '../../../../../src/features/orders/orderAttempts.ts';
import { removeKeptParts } from '../../../../../src/features/deliveries/ui/deliveryFiles.ts';
import { createLedgerLog } from '../../../../../src/features/ledger/ledger.ts';
import { createConnectionData, tryAll } from '../../../../../src/features/account/connectionData.ts';
import { editor } from '../../../../fake/editor.ts';
import { tempFolder } from '../../../tempFolder.ts';

const service = 'https://service.test';
const confirmed = (title: string) => ({
  bodyHash: title,
  body: { kind: 'order.analytics-toolbox.archive', title },
  title,
  orderKind: 'order.analytics-toolbox.archive',
  price: { value: 12, unit: 'credits' },
});

async function setUp() {
  const folder = await tempFolder();
  editor.settings = { 'swath.downloads.folder': join(folder, 'reports') };
  const storagePath = (name: string) => join(folder, name);
  const journalPath = storagePath('journal.jsonl');
  const openWindow = () => createJournal(createAppendLog(journalPath, readJournalLine));
  const here = openWindow();
  const elsewhere = openWindow();
  const forgotten: string[] = [];
  const data = createConnectionData({
    journal: here,
    storagePath,
    removeParts: (...about) => removeKeptParts(vscode.Uri.file(folder), ...about),
    forget: connection => Promise.resolve(void forgotten.push(connection)),
  });
  const place = async (connection: string, title: string, orderId?: string) => {
    const id = await here.begin({ connection, service }, confirmed(title));
    if (orderId) await here.close(connection, id, { event: 'placed', orderId, status: 'ordered' });
    return id;
  };
  const titles = async (window = here) =>
    listAttempts(await window.read(), undefined).map(({ title }) => title);
  const remove = async (...about: Parameters<typeof data.removals>) => tryAll(await data.removals(...about));
  return { folder, storagePath, journalPath, here, elsewhere, forgotten, data, remove, place, titles };
}

it('removes the orders of a connection from the journal, except those that are not confirmed', async () => {
  const { data, remove, place, titles, elsewhere, journalPath } = await setUp();
  await place('Live', 'Quay', 'o1');
  await place('Other', 'Mole', 'o2');
  await place('Live', 'Pier');
  expect((await data.unconfirmed('Live')).map(({ title }) => title)).toEqual(['Pier']);
  await remove('Live', []);
  expect(await titles()).toEqual(['Mole', 'Pier']);
  expect(await titles(elsewhere)).toEqual(['Mole', 'Pier']);
  expect(await readFile(journalPath, 'utf8')).not.toContain('Quay');
  expect(listAttempts(await elsewhere.read(), undefined).map(isUnconfirmed)).toEqual([false, true]);
});

it('loses no order that another window begins and ends meanwhile', async () => {
  const { remove, place, titles, elsewhere } = await setUp();
  for (let index = 0; index < 100; index += 1) await place('Live', `Old ${index}`, `o${index}`);
  const before = await elsewhere.begin({ connection: 'Live', service }, confirmed('Before'));
  const during = async () => {
    const expected: string[] = [];
    for (let index = 0; index < 30; index += 1) {
      const id = await elsewhere.begin({ connection: 'Other', service }, confirmed(`New ${index}`));
      await elsewhere.close('Other', id, { event: 'placed', orderId: `n${index}`, status: 'ordered' });
      expected.push(`New ${index}`);
    }
    return expected;
  };
  const [added] = await Promise.all([during(), remove('Live', [])]);
  await elsewhere.close('Live', before, { event: 'placed', orderId: 'b', status: 'ordered' });
  for (const window of [undefined, elsewhere]) expect(await titles(window)).toEqual(['Before', ...added]);
  const attempts = listAttempts(await elsewhere.read(), undefined);
  expect(attempts.filter(isUnconfirmed)).toEqual([]);
});

it('removes ledger, pictures, marks of searches and kept parts of one connection only', async () => {
  const { folder, storagePath, remove, place, forgotten } = await setUp();
  const ledger = createLedgerLog(storagePath('ledger'), 300);
  for (const connection of ['Live', 'Other', 'Live', 'Other'])
    for (const action of ['price', 'deleteKey'] as const)
      await ledger.append(entry({ id: crypto.randomUUID(), connection, action }));
  const warn = (error: unknown) => expect.unreachable(String(error));
  const pictures = createPictureCache(storagePath('pictures'), { warn });
  const seen = createSeenMemory(storagePath('seen'));
  for (const connection of ['Live', 'Other']) {
    await pictures.put(connection, 'https://service.test/a', new Uint8Array([1]));
    await seen.write(`${connection}\nsearch`, { at: '2026-03-20T12:00:00Z', ids: [] });
  }
  const reports = join(folder, 'reports');
  const partOf = (connection: string, orderId: string) =>
    `2026-03-20-Quay-${reportMark(`${connection}/${orderId}`)}.0123abcd.part`;
  await place('Live', 'Quay', 'o1');
  const names = [partOf('Live', 'o1'), partOf('Other', 'o1'), partOf('Live', 'o2')];
  for (const name of names) await mkdir(join(reports, name), { recursive: true });
  const delivered = names[0]?.replace('.0123abcd.part', '.geojson') ?? '';
  await writeFile(join(reports, delivered), '{}');

  const kind = 'order.analytics-toolbox.archive';
  await remove('Live', [{ id: 'o2', kind, deliveries: [] }]);

  expect((await ledger.readAll()).map(({ connection }) => connection)).toEqual(Array(4).fill('Other'));
  const pictured = ['Live', 'Other'].map(name => pictures.get(name, 'https://service.test/a'));
  expect(await Promise.all(pictured)).toEqual([undefined, new Uint8Array([1])]);
  expect(await seen.read('Live\nsearch')).toBeUndefined();
  expect(await seen.read('Other\nsearch')).toMatchObject({ ids: [] });
  expect((await readdir(reports)).toSorted()).toEqual([delivered, partOf('Other', 'o1')].toSorted());
  expect(forgotten).toEqual(['Live']);
});

it('is tried in full, says what could not be removed and where it is, and can be tried again', async () => {
  const { storagePath, remove, forgotten } = await setUp();
  await writeFile(storagePath('pictures'), 'no folder');
  const left = await remove('Live', []);
  expect(left.map(({ what }) => what)).toEqual([`pictures (${storagePath('pictures')})`]);
  expect(String(left[0]?.error)).toContain('ENOTDIR');
  expect(forgotten).toEqual(['Live']);
  expect(await tryAll(left)).toHaveLength(1);
  await rm(storagePath('pictures'));
  expect(await tryAll(left)).toEqual([]);
  expect(forgotten).toEqual(['Live']);
});
