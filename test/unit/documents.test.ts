import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { repository } from '../editor/repository.ts';

const read = (path: string) => readFileSync(join(repository, path), 'utf8');
const files = execFileSync('git', ['ls-files'], { cwd: repository, encoding: 'utf8' }).split('\n');
const pages = files.filter(path => /^(docs\/|\.github\/)?[\w-]+\.md$/.test(path) && path !== 'CHANGELOG.md');

/** Written for other programs, and names that stand for any. */
const elsewhere = ['.cursor/mcp.json', '.mcp.json', 'stac/catalog.json', 'swath.cdx.json', 'xFeature.ts'];

it('a code file that a document names exists, and so do the titles of tests after it', () => {
  const named = pages.flatMap(page =>
    [...read(page).matchAll(/`([\w./-]+\.(?:tsx?|mjs|json|py|css))`(?: \(((?:_[^_]+_(?:, )?)+)\))?/g)].map(
      ([, path = '', titles = '']) => ({
        page,
        path,
        titles: [...titles.matchAll(/_([^_]+)_/g)].map(([, title = '']) => title.replaceAll(/\s+/g, ' ')),
      }),
    ),
  );
  expect(named.length).toBeGreaterThan(200);
  const missing = named.filter(({ path, titles }) => {
    const found = files.filter(file => file === path || file.endsWith(`/${path}`));
    if (found.length === 0) return !elsewhere.includes(path) && !path.startsWith('.');
    return titles.some(title => !found.some(file => read(file).includes(title)));
  });
  expect(missing).toEqual([]);
});
