import fc from 'fast-check';
import { parse } from 'marked';
import { describe, expect, it } from 'vitest';
import { literalMarkdown } from '../../../../src/base/words/literalMarkdown.ts';
import { runs } from '../../../randomRuns.ts';

/** The rendered text of a paragraph, by the editor's Markdown library; tags that it created are included. */
function readIn(markdown: string): string {
  const html = parse(markdown, { async: false }).trim();
  expect(html.startsWith('<p>') && html.endsWith('</p>')).toBe(true);
  const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', amp: '&', '#39': "'" };
  return html
    .slice('<p>'.length, -'</p>'.length)
    .replaceAll(/&(lt|gt|quot|amp|#39);/g, (_whole, name: string) => entities[name] ?? '');
}

describe('a text of the service in a hover', () => {
  it.each([
    'The service took this order, but does not list it: it may be lost.',
    '**bold** _em_ `code` ~~gone~~ [link](https://evil.test) <b>html</b> &nbsp; &#65;',
    'https://evil.test/x www.evil.test someone@evil.test //host.test/x',
    '<https://evil.test> <command:x> [x](command:x)',
    '# Heading',
    '- a list',
    '1. a list',
    '> a quote',
    '    code',
    '| a | b |',
    '---',
    '![alt](x.png)',
    'a\\',
    '$(warning) no icon',
  ])('is shown unchanged: %s', text => {
    expect(readIn(literalMarkdown(text))).toBe(text.trim());
  });

  it('can be broken between its words, and is on one line', () => {
    expect(literalMarkdown('one  two\n\nthree 1\u00a0234\t')).toBe('one two three 1\u00a0234');
  });

  it('is shown unchanged, whatever it contains', () => {
    const words = fc.string({ unit: 'grapheme-ascii', minLength: 1 }).filter(text => text.trim() !== '');
    fc.assert(
      fc.property(words, text => {
        expect(readIn(literalMarkdown(text))).toBe(text.trim().replaceAll(/\s+/g, ' '));
      }),
      runs({ quick: 100, full: 2_000 }),
    );
  });
});
