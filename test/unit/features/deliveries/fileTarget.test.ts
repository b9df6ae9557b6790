import { readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fileExists } from '../../../../src/platform/files/files.ts';
import { createFileTarget } from '../../../../src/features/deliveries/fileTarget.ts';
import { tempFolder } from '../../tempFolder.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

describe('a report that is being downloaded', () => {
  it('has nothing under its name until it is complete', async () => {
    const path = join(await tempFolder(), 'reports', 'harbour.aoi.geojson');
    const target = await createFileTarget(path);
    await target.write(bytes('{"type":'));
    await target.write(bytes('"FeatureCollection"}'));
    expect(await fileExists(path)).toBe(false);
    await target.commit();
    expect(await readFile(path, 'utf8')).toBe('{"type":"FeatureCollection"}');
    expect(await readdir(dirname(path))).toEqual(['harbour.aoi.geojson']);
  });

  it('keeps the existing report when it is canceled', async () => {
    const path = join(await tempFolder(), 'harbour.aoi.geojson');
    await writeFile(path, 'old');
    const target = await createFileTarget(path);
    await target.write(bytes('half'));
    expect(await readFile(path, 'utf8')).toBe('old');
    await target.discard();
    expect(await readFile(path, 'utf8')).toBe('old');
    expect(await readdir(dirname(path))).toEqual(['harbour.aoi.geojson']);
  });

  it('replaces the existing report if requested', async () => {
    const path = join(await tempFolder(), 'harbour.aoi.geojson');
    await writeFile(path, 'old and longer');
    const target = await createFileTarget(path, { replace: true });
    await target.write(bytes('new'));
    await target.commit();
    expect(await readFile(path, 'utf8')).toBe('new');
    expect(await readdir(dirname(path))).toEqual(['harbour.aoi.geojson']);
  });

  it('never replaces a file that someone else created in the meantime', async () => {
    const path = join(await tempFolder(), 'harbour.aoi.geojson');
    const target = await createFileTarget(path);
    await target.write(bytes('new'));
    await writeFile(path, 'theirs');
    await expect(target.commit()).rejects.toMatchObject({ code: 'EEXIST' });
    await target.discard();
    expect(await readFile(path, 'utf8')).toBe('theirs');
    expect(await readdir(dirname(path))).toEqual(['harbour.aoi.geojson']);
  });

  it('is checked before it gets its name, and deleted if it is invalid', async () => {
    const path = join(await tempFolder(), 'harbour.aoi.geojson');
    const looked: string[] = [];
    const target = await createFileTarget(path, {
      place: async partial => {
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

  it('gets a name that depends on its content', async () => {
    const stem = join(await tempFolder(), 'harbour');
    const first = await createFileTarget(stem, { place: () => Promise.resolve(`${stem}.zip`) });
    await first.part?.restart('note');
    await first.write(bytes('PK'));
    await first.part?.keep();
    const target = await createFileTarget(stem, { place: () => Promise.resolve(`${stem}.zip`) });
    expect(target.part?.size).toBe(2);
    await target.write(bytes('..'));
    await target.commit();
    expect(await readdir(dirname(stem))).toEqual(['harbour.zip']);
    expect(await readFile(`${stem}.zip`, 'utf8')).toBe('PK..');
  });
});
