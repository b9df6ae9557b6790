import fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import { parse } from 'marked';
import { describe, expect, it } from 'vitest';
import {
  escapedMarkdown,
  markdownTable,
  plainMarkdown,
  plainWithAddresses,
} from '../../../../src/base/words/plainMarkdown.ts';
import { safeText } from '../../../../src/base/words/safeText.ts';
import { runs } from '../../../randomRuns.ts';

/** As in the editor's preview: with HTML and links, but not for names without a scheme. */
const preview = new MarkdownIt({ html: true, linkify: true });
preview.linkify.set({ fuzzyLink: false });

const readers: readonly (readonly [string, (markdown: string) => string])[] = [
  ['the preview of the editor', markdown => preview.render(markdown)],
  ['GitHub', markdown => parse(markdown, { async: false, gfm: true })],
];

const hostile = [
  '\u202e + a list behind a control',
  '//host.test/x',
  'see //host.test/x and ///host.test',
  'https://evil.test/x?a=b&c=d',
  'http://evil.test HTTP://evil.test ftp://evil.test',
  'www.evil.test WWW.evil.test',
  'someone@evil.test mailto:someone@evil.test',
  '<https://evil.test> <someone@evil.test> <command:workbench.action.quit>',
  '[Repair](command:workbench.action.openSettings)',
  '[Repair] (command:x) [Repair][x] [x]: command:x',
  '![alt](https://evil.test/x.png)',
  '<a href="command:x">y</a><img src=x onerror=y><script>x</script><!-- x -->',
  '**bold** __bold__ *em* _em_ `code` ~~gone~~ &nbsp; &#65; $x^2$ $$x$$',
  '# Heading\nText\n===\n---',
  '1. one\n2) two',
  '- a list',
  '+ a list',
  '> a quote',
  '    code',
  '\tcode',
  '```js\ncode\n```',
  'a | b\n--- | ---',
  '12) twelve',
  '12)',
  '1.',
  '-',
  '--- ---',
  '===',
  'a\\',
  '\\',
  '',
];

const pieces = fc.constantFrom(
  ...['https:', '//', '/', 'www.', '.', 'evil.test', '@', 'me', 'mailto:', 'command:x', '<', '>', '[', ']'],
  ...['(', ')', '!', '\\', '`', '*', '_', '~', '#', '&', ';', '|', '\n', ' ', '\t', '-', '+', '=', '1', '$'],
  ...['a href=', '"', '\u202e', '\u0000', 'א', 'ü'],
);
const anything = fc.oneof(
  fc.constantFrom(...hostile),
  fc.array(pieces, { maxLength: 16 }).map(all => all.join('')),
  fc.string({ unit: 'grapheme' }),
);

/** What is read from HTML: its tags, and its text without zero-width characters. */
function readIn(html: string) {
  const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" };
  const text = html
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&(lt|gt|quot|amp|#39);/g, (_all, name: string) => entities[name] ?? '');
  return {
    tags: (html.match(/<\/?\w+/g) ?? []).join(''),
    text: words(text),
  };
}

const words = (text: string) =>
  text
    .replaceAll(/[\u200b\u2068\u2069]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
const wordsOf = (text: string) => words(safeText(text.replaceAll(/\s+/g, ' ')));

describe.each(readers)('external text, shown by %s', (_which, read) => {
  it.each(hostile)('is shown unchanged: %j', text => {
    const tags = wordsOf(text) === '' ? '' : '<p</p';
    expect(readIn(read(plainMarkdown(text)))).toEqual({ tags, text: wordsOf(text) });
  });

  it('is shown unchanged, whatever it contains and wherever it is', () => {
    fc.assert(
      fc.property(anything, text => {
        const plain = plainMarkdown(text);
        expect(readIn(read(`Said: ${plain}`))).toEqual({
          tags: '<p</p',
          text: words(`Said: ${wordsOf(text)}`),
        });
        expect(readIn(read(`# ${plain}`))).toEqual({ tags: '<h1</h1', text: wordsOf(text) });
        expect(readIn(read(`- x ${plain}`)).tags).toMatch(/^<ul<li(<p<\/p)?<\/li<\/ul$/);
        const table = readIn(read(markdownTable(['T', 'x'], [[text, 'x']]).join('\n')));
        expect(table.tags).toMatch(
          /^<table<thead<tr(<th<\/th){1,2}<\/tr<\/thead<tbody<tr(<td<\/td){1,2}<\/tr<\/tbody<\/table$/,
        );
        expect(table.text.replaceAll(/\s/g, '')).toContain(wordsOf(text).replaceAll(/\s/g, ''));
        if (wordsOf(text) !== '') expect(readIn(read(plain))).toEqual({ tags: '<p</p', text: wordsOf(text) });
      }),
      runs({ quick: 100, full: 3_000 }),
    );
  });
});

/** What the editor turns into links in the source text; see `documentLinks` of vscode-markdown-languageservice. */
const linksInText = [/\[[^\n]*?\]\(/, /(?<!\\)<\w+:[^>\s]+>/, /^[\t ]*\[[^\n]+\]:/m, /<[a-z]/i];

describe('external text, shown as source', () => {
  it.each([
    ['escaped', escapedMarkdown],
    ['in plain words', plainMarkdown],
  ])('%s, is never a link that runs a command', (_how, escape) => {
    fc.assert(
      fc.property(anything, text => {
        for (const link of linksInText) expect(escape(text)).not.toMatch(link);
      }),
      runs({ quick: 100, full: 3_000 }),
    );
  });

  it('stays readable', () => {
    expect(plainMarkdown('2026-03-01, 4 %: 12:30 (UTC) 3 / 4 Zürich')).toBe(
      '2026-03-01, 4 %: 12:30 (UTC) 3 / 4 Zürich',
    );
    expect(escapedMarkdown('https://base.test/x: me@mail.test')).toBe('https://base.test/x: me@mail.test');
    for (const text of ['-5 °C', '0.1.0', '1.'.repeat(2)]) expect(plainMarkdown(text)).toBe(text);
    expect(plainMarkdown('1.50 credits - about')).toBe('1.50 credits - about');
  });
});

describe('text with addresses', () => {
  const address = 'http://127.0.0.1:41365/a_b/c?x=1&y=%20';

  it.each(readers)('is copied as it is from what is shown by %s, and is no link', (_which, read) => {
    const html = read(plainWithAddresses(`No answer from ${address}. See (https://host.test).`));
    expect(html.replaceAll('&amp;', '&').trim()).toBe(
      `<p>No answer from <code>${address}</code>. See (<code>https://host.test</code>).</p>`,
    );
  });

  it('has no other markup, whatever it contains', () => {
    fc.assert(
      fc.property(anything, text => {
        for (const [, read] of readers) {
          const { tags, text: plain } = readIn(read(`Said: ${plainWithAddresses(text)}`));
          expect(tags.replaceAll('<code</code', '')).toBe('<p</p');
          expect(plain).toBe(words(`Said: ${wordsOf(text)}`));
        }
        for (const link of linksInText) expect(plainWithAddresses(text)).not.toMatch(link);
      }),
      runs({ quick: 100, full: 3_000 }),
    );
  });
});

describe('a table in Markdown', () => {
  it('keeps an amount and its unit on one line, and lets a sentence wrap', () => {
    const [, , row] = markdownTable(['Price', 'Note'], [['1,200 credits', 'An estimate, told by nobody']]);
    expect(row).toBe('| 1,200\u00a0credits | An estimate, told by nobody |');
  });

  it('leaves out only empty columns', () => {
    const rows = [
      ['Quay', '', ''],
      ['Pier', '', '12'],
    ];
    expect(markdownTable(['Title', 'Note', 'Price'], rows)).toEqual([
      '| Title | Price |',
      '| --- | --- |',
      '| Quay |  |',
      '| Pier | 12 |',
    ]);
  });

  it('shows a cell unchanged, whatever it contains', () => {
    expect(markdownTable(['a|b'], [['# `x` | <b>\n[y](z) and so on']])).toEqual([
      '| a\\|b |',
      '| --- |',
      '| \\# \\`x\\` \\| \\<\u200bb\\> \\[y\\]\u200b(z) and so on |',
    ]);
  });
});
