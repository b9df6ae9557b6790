import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';
import { stopwatch } from './growth.ts';

const root = resolve(import.meta.dirname, '../..');

interface Pattern {
  place: string;
  source: string;
  flags: string;
}

/** What stands before a regular expression; also before some other slashes. Most files have neither, and need no parser. */
const maybePattern = /[(,=:[!&|?{};>\s]\/(?![/*])/;

/** Every regular expression literal in the product's code. */
function patternsOf(file: string): Pattern[] {
  const found: Pattern[] = [];
  const text = readFileSync(resolve(root, file), 'utf8');
  if (!maybePattern.test(text)) return [];
  const code = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  const visit = (node: ts.Node) => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      const line = code.getLineAndCharacterOfPosition(node.getStart(code)).line + 1;
      found.push({
        place: `${file}:${line}`,
        source: node.text.slice(1, end),
        flags: node.text.slice(end + 1),
      });
    }
    ts.forEachChild(node, visit);
  };
  visit(code);
  return found;
}

/** What a hostile text could repeat: the words of the pattern, and pairs of its characters and common ones. */
function unitsFor({ source }: Pattern): string[] {
  const words = source.match(/[\w ,;:"'<>!#%&@=~-]{2,}/g) ?? [];
  const characters = new Set(` a1${source.replaceAll(/\\[a-z]|[\w^$()[\]{}|?*+]/g, '')}`);
  const pairs = [...characters].flatMap(a => [...characters].map(b => a + b));
  return [...words, ...pairs];
}

/** Milliseconds to go through all matches in a text; the shortest of this many runs. */
function searchMs({ source, flags }: Pattern, text: string, runs: number): number {
  const pattern = new RegExp(source, `${flags.replaceAll(/[gy]/g, '')}g`);
  const times = Array.from({ length: runs }, () => {
    const took = stopwatch();
    pattern.lastIndex = 0;
    for (let last = -1; pattern.test(text); last = pattern.lastIndex) {
      // An empty match would be found again.
      if (pattern.lastIndex === last) pattern.lastIndex++;
    }
    return took();
  });
  return Math.min(...times);
}

/** Lint checks patterns without running them, and misses those that start with more than one character. */
it('no pattern takes longer than in proportion to the length of its input', () => {
  const slow = globSync(['src/**/*.ts', 'webview/**/*.{ts,tsx}'], { cwd: root })
    .flatMap(patternsOf)
    .flatMap(pattern => {
      const found = unitsFor(pattern).find(unit => {
        const text = (length: number) => `${unit.repeat(length / unit.length)}\u0001`;
        // Far more than a search of so little text takes, and sixteen times as long for four times the text.
        if (searchMs(pattern, text(4_000), 1) < 0.5) return false;
        const long = searchMs(pattern, text(40_000), 3);
        return long > 30 && long / searchMs(pattern, text(10_000), 3) > 9;
      });
      return found === undefined
        ? []
        : [`${pattern.place} /${pattern.source}/ over ${JSON.stringify(found)}`];
    });
  expect(slow).toEqual([]);
});
