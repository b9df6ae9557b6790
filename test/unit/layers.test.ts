import { readFileSync, readdirSync } from 'node:fs';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';
import { describe, expect, it } from 'vitest';
import { layers } from '../layers.mjs';

const root = resolve(import.meta.dirname, '../..');

/** Every import of every file below a folder, as paths from the repository's root or as package names. */
function importsOf(folder: string): { file: string; target: string }[] {
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' });
  return files
    .filter(name => name.endsWith('.ts'))
    .flatMap(name => {
      const file = join(root, folder, name);
      const text = readFileSync(file, 'utf8');
      const found = text.matchAll(/(?:from|import)\s*\(?\s*['"]([^'"]+)['"]/g);
      return [...found].map(([, target = '']) => ({
        file: relative(root, file),
        target: target.startsWith('.')
          ? relative(root, resolve(dirname(file), target))
              .split(sep)
              .join(posix.sep)
          : target,
      }));
    });
}

function layerOf(path: string): string | undefined {
  return Object.keys(layers).find(layer => path.startsWith(`${layer}/`));
}

describe('the house', () => {
  it.each(Object.entries(layers))('%s imports only the layers below it', (folder, { imports, vscode }) => {
    const all = importsOf(folder);
    const foreign = all.filter(({ target }) => {
      const layer = layerOf(target);
      return layer !== undefined && layer !== folder && !imports.includes(layer);
    });
    expect(foreign).toEqual([]);
    expect(
      all.filter(({ target }) => target === 'src/extension.ts' || target === 'src/sandboxHost.ts'),
    ).toEqual([]);
    if (!vscode) expect(all.filter(({ target }) => target === 'vscode')).toEqual([]);
  });

  it('reads imports at all', () => {
    expect(importsOf('src/api').length).toBeGreaterThan(10);
  });

  it('names every folder of src', () => {
    const folders = readdirSync(join(root, 'src'), { withFileTypes: true }).filter(entry =>
      entry.isDirectory(),
    );
    expect(folders.map(entry => `src/${entry.name}`).sort()).toEqual(
      Object.keys(layers)
        .filter(layer => layer.startsWith('src/'))
        .sort(),
    );
  });

  it('keeps each file of the client, state and model below 300 lines', () => {
    const long = ['src', 'webview'].flatMap(folder =>
      readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
        .filter(name => name.endsWith('.ts'))
        .map(name => ({ name, lines: readFileSync(join(root, folder, name), 'utf8').split('\n').length }))
        .filter(({ lines }) => lines > 300),
    );
    expect(long).toEqual([]);
  });
});
