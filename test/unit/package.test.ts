import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles, PackageManager } from '@vscode/vsce';
import { describe, expect, it } from 'vitest';
import { notices, noticesFile } from '../package/notices.ts';

const root = join(import.meta.dirname, '../..');

/** What the package is, but for the bundles and the pictures and data of `media`. */
const texts = [
  'CHANGELOG.md',
  'LICENSE',
  'README.md',
  'THIRD-PARTY-NOTICES.txt',
  'package.json',
  'package.nls.json',
];

describe('the package', () => {
  it('holds what runs and what is read, and nothing else', async () => {
    const files = await listFiles({ cwd: root, packageManager: PackageManager.None });
    const isTranslation = (file: string) => /^package\.nls\.[\w-]+\.json$/.test(file);
    const others = files.filter(file => !file.startsWith('dist/') && !file.startsWith('media/'));
    expect(others.filter(file => !isTranslation(file)).sort()).toEqual(texts);
    const odd = files.filter(
      file =>
        (file.startsWith('dist/') &&
          !/^dist\/(?:[\w-]+\.(?:c?js|css)|(?:land|pageTexts)\.json)$/.test(file)) ||
        (file.startsWith('media/') && !/\.(?:json|geojson|svg|png|webp)$/.test(file)),
    );
    expect(odd).toEqual([]);
    // Made by `npm run l10n`, for translators.
    expect(files).not.toContain('media/l10n/bundle.l10n.json');
  }, 30_000);

  it('is told what it holds alone: what is named to be left out would come in by another line', () => {
    const lines = readFileSync(join(root, '.vscodeignore'), 'utf8').split('\n');
    const [all, ...others] = lines.filter(line => line !== '' && !line.startsWith('#'));
    expect(all).toBe('**');
    expect(others.filter(line => !line.startsWith('!'))).toEqual([]);
  });

  it('has every file that the manifest names', async () => {
    const files = await listFiles({ cwd: root, packageManager: PackageManager.None });
    const manifest = readFileSync(join(root, 'package.json'), 'utf8');
    const named = [...manifest.matchAll(/"(?:\.\/)?(media\/[^"]+\.\w+)"/g)].map(([, file]) => file);
    expect(named.length).toBeGreaterThan(3);
    expect(named.filter(file => file !== undefined && !files.includes(file))).toEqual([]);
  }, 30_000);

  it('names everybody whose work is in it, with the licence', async () => {
    expect(existsSync(noticesFile)).toBe(true);
    const written = readFileSync(noticesFile, 'utf8');
    expect(written, 'run npm run licenses').toBe(await notices());
    for (const name of ['leaflet-editable', 'leaflet', 'zod', 'world-atlas', 'undici'])
      expect(written).toMatch(new RegExp(`^${name} \\d`, 'm'));
  }, 60_000);
});
