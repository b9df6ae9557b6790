import { describe, expect, it } from 'vitest';
import { markdownTable } from '../../../../src/model/words/plainMarkdown.ts';

describe('a table in Markdown', () => {
  it('keeps an amount and its unit on one line, and lets a sentence go on in the next', () => {
    const [, , row] = markdownTable(['Price', 'Note'], [['1,200 credits', 'An estimate, told by nobody']]);
    expect(row).toBe('| 1,200\u00a0credits | An estimate, told by nobody |');
  });

  it('leaves out a column that has nothing in it, and only that', () => {
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

  it('shows a cell as it is, whatever it holds', () => {
    expect(markdownTable(['a|b'], [['# `x` | <b>\n[y](z) and so on']])).toEqual([
      '| a\\|b |',
      '| --- |',
      '| \\# \\`x\\` \\| \\<\u200bb\\> \\[y\\]\u200b(z) and so on |',
    ]);
  });
});
