import { appendFile, mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { onFolderChange } from '../../../src/editor/folderChange.ts';
import { createLedgerFile } from '../../../src/ledger/ledgerFile.ts';
import { entry } from '../model/ledger/ledgerFixtures.ts';
import { tempFolder } from '../tempFolder.ts';

const price = (id: string) => entry({ id });
const revoke = (id: string) => entry({ id, action: 'revoke' });

async function bench() {
  const folder = join(await tempFolder(), 'storage', 'ledger');
  return { folder, file: createLedgerFile(folder) };
}

describe('the files of the ledger', () => {
  it('read as empty while there are none', async () => {
    const { file } = await bench();
    expect(await file.readAll()).toEqual([]);
  });

  it('are made with their folder, and read by any window', async () => {
    const { folder, file } = await bench();
    await file.append(revoke('a'));
    await file.append(price('b'));
    await file.append(revoke('c'));
    const all = [revoke('a'), revoke('c'), price('b')];
    expect(await file.readAll()).toEqual(all);
    expect(await createLedgerFile(folder).readAll()).toEqual(all);
  });

  it('show what another window adds', async () => {
    const { folder, file } = await bench();
    await file.append(revoke('a'));
    await file.readAll();
    await createLedgerFile(folder).append(revoke('b'));
    expect(await file.readAll()).toEqual([revoke('a'), revoke('b')]);
  });

  it('lose no line of windows that write at the same time', async () => {
    const { folder } = await bench();
    const ids = Array.from({ length: 60 }, (_, index) => `e${index}`);
    await Promise.all(ids.map(id => createLedgerFile(folder).append(revoke(id))));
    const read = await createLedgerFile(folder).readAll();
    expect(read.map(({ id }) => id).sort()).toEqual([...ids].sort());
  });

  it.skipIf(process.platform === 'win32')('are for their owner alone', async () => {
    const { folder, file } = await bench();
    await file.append(price('a'));
    expect((await stat(join(folder, 'prices-0001.jsonl'))).mode & 0o777).toBe(0o600);
  });

  it('are read without a line that was cut short, and go on after it', async () => {
    const { folder, file } = await bench();
    const path = join(folder, 'actions-0001.jsonl');
    await file.append(revoke('a'));
    await file.append(revoke('b'));
    await truncate(path, (await stat(path)).size - 20);
    expect(await file.readAll()).toEqual([revoke('a')]);
    await file.append(revoke('c'));
    expect(await file.readAll()).toEqual([revoke('a'), revoke('c')]);
  });

  it('are read without what is no entry', async () => {
    const { folder, file } = await bench();
    await file.append(revoke('a'));
    await appendFile(join(folder, 'actions-0001.jsonl'), '\n{"id":"x"}\nnull\n[]\n');
    await writeFile(join(folder, 'notes.txt'), JSON.stringify(revoke('z')));
    expect(await file.readAll()).toEqual([revoke('a')]);
  });

  it('are not read as empty when they cannot be read, and tell when a line cannot be written', async () => {
    const { folder, file } = await bench();
    await mkdir(join(folder, 'actions-0001.jsonl'), { recursive: true });
    await expect(file.readAll()).rejects.toThrow('EISDIR');
    await expect(createLedgerFile(folder, { partBytes: 1e9 }).append(revoke('a'))).rejects.toThrow('EISDIR');
  });

  it('forget the oldest prices, and no action', async () => {
    const { folder } = await bench();
    const file = createLedgerFile(folder, { partBytes: 300, mostPriceParts: 2 });
    const ids = Array.from({ length: 30 }, (_, index) => `e${index}`);
    for (const id of ids) {
      await file.append(price(id));
      await file.append(revoke(`r-${id}`));
    }
    const names = await readdir(folder);
    expect(names.filter(name => name.startsWith('prices'))).toHaveLength(2);
    expect(names.filter(name => name.startsWith('actions')).length).toBeGreaterThan(2);
    const read = await file.readAll();
    expect(read.filter(({ action }) => action === 'revoke').map(({ id }) => id)).toEqual(
      ids.map(id => `r-${id}`),
    );
    const prices = read.filter(({ action }) => action === 'price').map(({ id }) => id);
    expect(prices.length).toBeLessThan(10);
    expect(prices).toEqual(ids.slice(-prices.length));
    expect(await readFile(join(folder, names[0] ?? ''), 'utf8')).toMatch(/^\n\{/);
  });
});

describe('following a folder', () => {
  it('tells of lines that any window writes, and of nothing after its end', async () => {
    const { folder } = await bench();
    const changes = { count: 0, tell: () => undefined as unknown };
    const changed = () => {
      changes.count += 1;
      changes.tell();
    };
    const following = onFolderChange([folder], name => name.endsWith('.jsonl'), changed);
    onTestFinished(() => following.dispose());
    const told = new Promise(resolve => (changes.tell = () => resolve(undefined)));
    await createLedgerFile(folder).append(price('a'));
    await told;
    expect(changes.count).toBe(1);
    following.dispose();
  });

  it('goes without where a folder cannot be made', async () => {
    const { folder } = await bench();
    await mkdir(join(folder, '..'), { recursive: true });
    await writeFile(folder, '');
    expect(() =>
      onFolderChange(
        [folder],
        () => true,
        () => undefined,
      ).dispose(),
    ).not.toThrow();
  });
});
