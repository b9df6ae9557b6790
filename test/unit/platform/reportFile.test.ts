import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { basename, dirname, join, posix, win32 } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Uri } from 'vscode';
import type { Order } from '../../../src/model/order/order.ts';
import { bareOrder } from '../model/fixtures.ts';
import { tempFolder } from './tempFolder.ts';

const editor = vi.hoisted(() => ({
  downloadsFolder: 'reports',
  workspaceFolders: [] as { uri: { scheme: string; fsPath: string } }[],
}));

vi.mock('vscode', () => ({
  workspace: {
    getConfiguration: () => ({ get: () => editor.downloadsFolder }),
    get workspaceFolders() {
      return editor.workspaceFolders.length > 0 ? editor.workspaceFolders : undefined;
    },
  },
}));

const { createFileTarget, fileExists, fileNamePart, reportPath } =
  await import('../../../src/platform/reportFile.ts');

/** Texts of any letters there are, lone halves of them too. */
const anyText = fc.array(fc.integer({ min: 0, max: 0x10ffff })).map(codes => String.fromCodePoint(...codes));

const bytes = (text: string) => new TextEncoder().encode(text);

describe('a report on its way', () => {
  it('has nothing under its name until it is whole', async () => {
    const path = join(await tempFolder(), 'reports', 'harbour.geojson');
    const target = await createFileTarget(path);
    await target.write(bytes('{"type":'));
    await target.write(bytes('"FeatureCollection"}'));
    expect(await fileExists(path)).toBe(false);
    await target.commit();
    expect(await readFile(path, 'utf8')).toBe('{"type":"FeatureCollection"}');
    expect(await readdir(dirname(path))).toEqual(['harbour.geojson']);
  });

  it('leaves nothing when it is given up', async () => {
    const path = join(await tempFolder(), 'harbour.geojson');
    const target = await createFileTarget(path);
    await target.write(bytes('half'));
    await target.discard();
    expect(await readdir(dirname(path))).toEqual([]);
  });

  it('leaves the report that was there before when it is given up', async () => {
    const path = join(await tempFolder(), 'harbour.geojson');
    await writeFile(path, 'old');
    const target = await createFileTarget(path);
    await target.write(bytes('half'));
    expect(await readFile(path, 'utf8')).toBe('old');
    await target.discard();
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await readdir(dirname(path))).toEqual(['harbour.geojson']);
  });

  it('takes the place of a report that was there before where that is wanted', async () => {
    const path = join(await tempFolder(), 'harbour.geojson');
    await writeFile(path, 'old and longer');
    const target = await createFileTarget(path, { replace: true });
    await target.write(bytes('new'));
    await target.commit();
    expect(await readFile(path, 'utf8')).toBe('new');
    expect(await readdir(dirname(path))).toEqual(['harbour.geojson']);
  });

  it('never takes the place of a file that somebody else made meanwhile', async () => {
    const path = join(await tempFolder(), 'harbour.geojson');
    const target = await createFileTarget(path);
    await target.write(bytes('new'));
    await writeFile(path, 'theirs');
    await expect(target.commit()).rejects.toMatchObject({ code: 'EEXIST' });
    await target.discard();
    expect(await readFile(path, 'utf8')).toBe('theirs');
    expect(await readdir(dirname(path))).toEqual(['harbour.geojson']);
  });

  it('is looked at before it gets its name, and gone when it is not what it should be', async () => {
    const path = join(await tempFolder(), 'harbour.geojson');
    const looked: string[] = [];
    const target = await createFileTarget(path, {
      check: async partial => {
        looked.push(await readFile(partial, 'utf8'));
        throw new Error('no report');
      },
    });
    await target.write(bytes('<html>'));
    await expect(target.commit()).rejects.toThrow('no report');
    await target.discard();
    expect(looked).toEqual(['<html>']);
    expect(await readdir(dirname(path))).toEqual([]);
  });

  it('goes on with what was kept of it, and is whole then', async () => {
    const path = join(await tempFolder(), 'harbour.geojson');
    const first = await createFileTarget(path);
    await first.part?.restart('note');
    await first.write(bytes('{"type":'));
    await first.part?.keep();
    const target = await createFileTarget(path);
    expect([target.part?.size, target.part?.note]).toEqual([8, 'note']);
    await target.write(bytes('"FeatureCollection"}'));
    await target.commit();
    expect(await readFile(path, 'utf8')).toBe('{"type":"FeatureCollection"}');
    expect(await readdir(dirname(path))).toEqual(['harbour.geojson']);
  });

  it('leaves nothing when it cannot take its name', async () => {
    const path = join(await tempFolder(), 'harbour.geojson');
    await mkdir(join(path, 'in the way'), { recursive: true });
    const target = await createFileTarget(path);
    await target.write(bytes('report'));
    await expect(target.commit()).rejects.toThrow();
    await target.discard();
    expect(await readdir(dirname(path))).toEqual(['harbour.geojson']);
    expect(await fileExists(path)).toBe(false);
  });

  it('does not mix with the same report on another way', async () => {
    const path = join(await tempFolder(), 'harbour.geojson');
    const [one, two] = await Promise.all([createFileTarget(path), createFileTarget(path)]);
    await one.write(bytes('one '));
    await two.write(bytes('two '));
    await one.write(bytes('report'));
    await two.discard();
    await one.commit();
    expect(await readFile(path, 'utf8')).toBe('one report');
    expect(await readdir(dirname(path))).toEqual(['harbour.geojson']);
  });
});

describe('a piece of a file name', () => {
  it.each([
    ['Harbour', 'Harbour'],
    ['  Harbour, cars: 2025-05-01  ', 'Harbour-cars-2025-05-01'],
    ['Zürich 東京', 'Zürich-東京'],
    ['../../etc/passwd', 'etc-passwd'],
    ['..', 'report'],
    ['C:\\Windows\\x', 'C-Windows-x'],
    ['', 'report'],
    ['🛰', 'report'],
    ['a\0b\nc', 'a-b-c'],
    ['x'.repeat(300), 'x'.repeat(60)],
  ])('of %j is %s', (text, part) => {
    expect(fileNamePart(text)).toBe(part);
  });

  /** What a file system may refuse, or take for something else. */
  const unfit = /[\p{C}<>:"/\\|?*.]/u;

  it('is one piece that every file system takes, whatever the text', () => {
    const letters = fc.constantFrom('.', '/', '\\', ':', '-', ' ', '\0', '\u202E', 'ü', '𠀀', '🛰', 'C', '~');
    fc.assert(
      fc.property(
        fc.oneof(
          anyText,
          fc.array(letters).map(all => all.join('')),
        ),
        text => {
          const part = fileNamePart(text);
          for (const system of [posix, win32]) {
            expect(system.dirname(system.join('folder', part))).toBe('folder');
            expect(system.basename(part)).toBe(part);
          }
          expect(part).not.toMatch(unfit);
          expect(part).not.toBe('');
        },
      ),
    );
  });

  it('leaves room in a file name of 255 bytes, and cuts no letter in half', () => {
    const script = fc.constantFrom('a', 'ü', '東', '𠀀');
    fc.assert(
      fc.property(fc.array(script, { minLength: 50, maxLength: 130 }), all => {
        const part = fileNamePart(all.join(''));
        expect(Buffer.byteLength(part)).toBeLessThanOrEqual(200);
        expect(part.isWellFormed()).toBe(true);
      }),
    );
  });
});

describe('the place of a report', () => {
  const storage = { fsPath: '/storage' } as unknown as Uri;
  const order = (id: string, title?: string): Order => bareOrder({ id, status: 'delivered', title });

  function placed(folder: string, workspace: string[] = [], scheme = 'file') {
    editor.downloadsFolder = folder;
    editor.workspaceFolders = workspace.map(fsPath => ({ uri: { scheme, fsPath } }));
    return dirname(reportPath(order('o1', 'Harbour'), 'Local', storage));
  }

  it('is the folder of the setting', () => {
    expect(placed('/data/reports', ['/project'])).toBe('/data/reports');
    expect(placed('reports/new', ['/project', '/other'])).toBe(join('/project', 'reports/new'));
    expect(placed('~/reports', ['/project'])).toBe(join(homedir(), 'reports'));
    expect(placed('~', ['/project'])).toBe(homedir());
    expect(placed('~other', ['/project'])).toBe('/project/~other');
  });

  it("is the extension's own storage where no folder of this machine is open", () => {
    expect(placed('reports')).toBe(join('/storage', 'reports'));
    expect(placed('reports', ['/virtual'], 'vscode-vfs')).toBe(join('/storage', 'reports'));
  });

  it('is the same for the same order, and another one for every other order', () => {
    placed('reports', ['/project']);
    const path = reportPath(order('o1', 'Harbour'), 'Local', storage);
    expect(basename(path)).toMatch(/^Harbour-[0-9a-f]{8}\.geojson$/);
    expect(reportPath(order('o1', 'Harbour'), 'Local', storage)).toBe(path);
    expect(reportPath(order('o2', 'Harbour'), 'Local', storage)).not.toBe(path);
    expect(reportPath(order('o1', 'Harbour'), 'Sandbox', storage)).not.toBe(path);
    expect(basename(reportPath(order('o1'), 'Local', storage))).toMatch(/^report-[0-9a-f]{8}\.geojson$/);
  });

  it('is inside its folder, whatever the service calls the order', () => {
    placed('reports', ['/project']);
    fc.assert(
      fc.property(fc.string(), anyText, (id, title) => {
        expect(dirname(reportPath(order(id, title), 'Local', storage))).toBe('/project/reports');
      }),
    );
  });
});
