import { describe, expect, it } from 'vitest';
import { rowTitle } from '../../../src/platform/rows/row.ts';

describe('the title of a row', () => {
  it.each([
    ['harbour', 'harbour'],
    ['Aircraft at the airport', 'Aircraft at the airport'],
    ['pivot fields north Change detection 2026-03', 'pivot fields…on 2026-03'],
    ['pivot fields north Change detection 2026-04', 'pivot fields…on 2026-04'],
    // A letter and its marks stay together.
    [`${'e\u0301'.repeat(13)} and more than that`, `${'e\u0301'.repeat(13)}…than that`],
  ])('of %j is %j', (title, text) => {
    expect(rowTitle(title)).toBe(text);
  });
});
