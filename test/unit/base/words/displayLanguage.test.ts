import * as l10n from '@vscode/l10n';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { areaText, shareText } from '../../../../src/base/words/areaText.ts';
import {
  displayLanguage,
  fixedText,
  numberText,
  setLocale,
} from '../../../../src/base/words/displayLanguage.ts';
import { momentText } from '../../../../src/base/words/moment.ts';
import { formatAmount } from '../../../../src/service/rules/order.ts';

const german = { language: 'de', bundle: { '{0} min ago': 'vor {0} min' } };

afterEach(() => setLocale({ language: 'en', bundle: undefined }));

describe('the language of the editor', () => {
  it('is English by default', () => {
    expect(displayLanguage()).toBe('en');
    expect(numberText(1234.5)).toBe('1,234.5');
    expect(l10n.t('{0} min ago', 3)).toBe('3 min ago');
  });

  it('applies to texts and numbers alike', () => {
    setLocale(german);
    expect(l10n.t('{0} min ago', 3)).toBe('vor 3 min');
    expect(numberText(1234.5)).toBe('1.234,5');
    expect(fixedText(1234.56, 1)).toBe('1234,6');
    expect(areaText(1234.5)).toBe('1.235 km²');
    expect(formatAmount({ value: 1234.5, unit: 'credits' })).toBe('1.234,5 credits');
    expect(shareText(0.9995)).toBe('99,9 %');
    expect(shareText(12)).toBe('1.200 %');
    vi.stubEnv('TZ', 'Europe/Berlin');
    expect(momentText('2026-03-20T14:05:00Z')).toMatch(
      /^2026-03-20 14:05:00 UTC \(\d\d\.\d\d\.2026, \d\d:\d\d/,
    );
  });

  it('falls back to English formats for unsupported languages', () => {
    setLocale({ language: 'no language!', bundle: undefined });
    expect(numberText(1234.5)).toBe('1,234.5');
  });
});
