import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importProblem, knowsEditor, pageFolders, roomOf, rooms } from '../rooms.mjs';

const root = resolve(import.meta.dirname, '../..');

const files = ['src', 'webview'].flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(name => /\.tsx?$/.test(name))
    .map(name => `${folder}/${name.replaceAll('\\', '/')}`),
);

/** What each file imports, including types and dynamic imports, as written. */
const imports = new Map(
  files.map(file => {
    const text = readFileSync(join(root, file), 'utf8');
    const found = text.matchAll(/^\s*(?:import|export)\b[^;'"]*?from\s*'([^']+)'|\bimport\(?\s*'([^']+)'/gm);
    return [file, [...found].map(([, first, second]) => first ?? second ?? '')] as const;
  }),
);

/** Files that a file imports, relative to the repository's root. */
function importedFiles(file: string): string[] {
  return (imports.get(file) ?? [])
    .filter(specifier => specifier.startsWith('.'))
    .map(specifier => posix.join(dirname(file), specifier))
    .filter(target => imports.has(target));
}

/** What is loaded with a file: neither types nor later imports. */
const loadedWith = new Map(
  files.map(file => {
    const text = readFileSync(join(root, file), 'utf8');
    const found = text.matchAll(
      /^(?:import|export)\b(?! type)[^;'"]*?from\s*'([^']+)'|^import\s*'([^']+)'/gm,
    );
    return [file, [...found].map(([, first, second]) => first ?? second ?? '')] as const;
  }),
);

/** The chain of imports to `vscode`; `undefined` if there is none. */
function wayToEditor(file: string, seen = new Set<string>()): string | undefined {
  seen.add(file);
  for (const specifier of loadedWith.get(file) ?? []) {
    if (specifier === 'vscode') return `${file} → vscode`;
    const target = posix.join(dirname(file), specifier);
    if (!specifier.startsWith('.') || seen.has(target)) continue;
    const way = wayToEditor(target, seen);
    if (way !== undefined) return `${file} → ${way}`;
  }
  return undefined;
}

/** Groups of files that import each other, directly or indirectly: Tarjan's strongly connected components. */
function circles(): string[][] {
  const found: string[][] = [];
  const seen = new Map<string, { index: number; low: number; isOpen: boolean }>();
  const open: string[] = [];
  const visit = (file: string) => {
    const entry = { index: seen.size, low: seen.size, isOpen: true };
    seen.set(file, entry);
    open.push(file);
    for (const target of importedFiles(file)) {
      const known = seen.get(target);
      if (known === undefined) entry.low = Math.min(entry.low, visit(target).low);
      else if (known.isOpen) entry.low = Math.min(entry.low, known.index);
    }
    if (entry.low === entry.index) {
      const group = open.splice(open.indexOf(file));
      for (const member of group) Object.assign(seen.get(member) ?? entry, { isOpen: false });
      if (group.length > 1 || importedFiles(file).includes(file)) found.push(group);
    }
    return entry;
  };
  for (const file of files) if (!seen.has(file)) visit(file);
  return found;
}

describe('the rooms', () => {
  it('have imports that only point down, and use an editor only where allowed', () => {
    const problems = [...imports].flatMap(([file, specifiers]) =>
      specifiers.flatMap(specifier => {
        const problem = importProblem(file, specifier);
        return problem === undefined ? [] : [`${file} → ${specifier}: ${problem}`];
      }),
    );
    expect(problems).toEqual([]);
    expect([...imports.values()].flat().length).toBeGreaterThan(2_000);
  });

  it('have logic that loads without an editor', () => {
    const loading = [...imports.keys()]
      .filter(file => !knowsEditor(file) && !file.startsWith('webview/'))
      .map(file => wayToEditor(file))
      .filter(way => way !== undefined);
    expect(loading).toEqual([]);
  });

  it('have no circular imports', () => {
    expect(circles()).toEqual([]);
  });

  it('are the named ones, with folders of manageable size, and hardly a loose file', () => {
    const inRooms = files.filter(file => /^src\/.+\//.test(file)).map(roomOf);
    expect([...new Set(inRooms)].sort()).toEqual([...rooms].sort());
    const ofPage = files
      .filter(file => /^webview\/.+\//.test(file))
      .map(file => dirname(file).slice('webview/'.length));
    expect([...new Set(ofPage)].sort()).toEqual([...pageFolders].sort());
    const counts = new Map<string, number>();
    for (const file of files) counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > 45)).toEqual([]);
    expect(counts.get('src')).toBeLessThanOrEqual(3);
  });

  it('are the ones that the documents describe', () => {
    const pages = readdirSync(join(root, 'docs')).filter(name => name.endsWith('.md'));
    const documents = ['CONTRIBUTING.md', ...pages.map(name => `docs/${name}`)];
    const tests = readdirSync(join(root, 'test'), { recursive: true, encoding: 'utf8' });
    const known = [...files, ...tests.map(name => `test/${name.replaceAll('\\', '/')}`)];
    const missing = documents.flatMap(document => {
      const named = readFileSync(join(root, document), 'utf8').matchAll(/`([\w./-]+\/[\w.-]+\.(?:ts|mjs))`/g);
      return [...named].flatMap(([, name = '']) =>
        known.some(file => file === name || file.endsWith(`/${name}`)) ? [] : [`${document}: ${name}`],
      );
    });
    expect(missing).toEqual([]);
  });
});
