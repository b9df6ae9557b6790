import { describe, expect, it } from 'vitest';
import { quickSpans } from '../../../../webview/search/searchModel.ts';

describe('quick spans', () => {
  it.each([
    ['any', '2026-03-31', ''],
    ['7d', '2026-03-04', '2026-02-26'],
    ['30d', '2026-03-31', '2026-03-02'],
    ['3m', '2026-05-31', '2026-02-28'],
    ['3m', '2024-05-31', '2024-02-29'],
    ['3m', '2026-02-15', '2025-11-15'],
    ['1y', '2026-03-31', '2025-03-31'],
    ['1y', '2024-02-29', '2023-02-28'],
    ['year', '2026-03-31', '2026-01-01'],
  ])('%s on %s begins at %j', (span, today, firstDay) => {
    expect(quickSpans(today).find(({ id }) => id === span)).toMatchObject({ firstDay });
  });
});
