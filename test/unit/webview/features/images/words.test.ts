import { describe, expect, it } from 'vitest';
import { coveredText, loadingAll, totalText } from '../../../../../webview/features/images/words.ts';

describe('what the page says of images', () => {
  it.each([
    [50, { total: 482, totalIsCap: false, hasMore: true }, '50 of 482 images'],
    [50, { total: 10_000, totalIsCap: true, hasMore: false }, '50 of 10,000+ images'],
    [10_000, { total: 10_000, totalIsCap: true, hasMore: false }, '10,000 of 10,000+ images'],
    [482, { total: 482, totalIsCap: false, hasMore: false }, '482 images'],
    [1, { total: 1, totalIsCap: false, hasMore: false }, '1 image'],
    [
      60_083,
      { total: 10_000, totalIsCap: true, hasMore: true, expected: 1_203_456 },
      '60,083 of about 1,200,000 images',
    ],
    [20_000, { total: 10_000, totalIsCap: true, hasMore: true, expected: 19_000 }, '20,000 images so far'],
    [50, { totalIsCap: false, hasMore: false }, '50 images'],
    [50, { totalIsCap: false, hasMore: true }, '50 images so far'],
  ])('shows %i loaded of %o', (loaded, state, text) => {
    expect(totalText(loaded, state)).toBe(text);
  });

  it('show what one image covers, or several together', () => {
    expect(coveredText(0.183)).toBe('covers 18 %');
    expect(coveredText(1)).toBe('covers 100 %');
  });

  it.each([
    [{ imageCount: 60_083, total: 10_000, totalIsCap: true }, 0.08, '60,083 of about 750,000 · 8 %'],
    [{ imageCount: 500, total: 10_000, totalIsCap: true }, 0, '500 images so far'],
    [{ imageCount: 300, total: 1200, totalIsCap: false }, 0.5, '300 of 1,200 · 25 %'],
  ])('the progress of loading all matches: %j, %d', (state, covered, text) => {
    expect(loadingAll(state, covered).text).toBe(text);
  });
});
