import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { setLocale, dateWords, numberWords } from '../../../../src/model/words/displayLanguage.ts';
import { runs } from '../../../randomRuns.ts';

const languages = fc.constantFrom('en', 'de', 'fr', 'ja', 'de-CH', 'en-IN');

function spoken<T>(language: string, say: () => T): T {
  setLocale({ language, bundle: undefined });
  return say();
}

describe('words of a language', () => {
  afterEach(() => {
    vi.restoreAllMocks();
    setLocale({ language: 'en', bundle: undefined });
  });

  it.each([
    undefined,
    { maximumFractionDigits: 0 },
    { maximumSignificantDigits: 3 },
    { maximumSignificantDigits: 4 },
  ])('write a number as the number itself does (%o)', options => {
    const words = numberWords(options);
    const number = fc.oneof(fc.double(), fc.integer(), fc.nat({ max: 1e9 }));
    fc.assert(
      fc.property(number, languages, (value, language) => {
        expect(spoken(language, () => words(value))).toBe(value.toLocaleString(language, options));
      }),
      runs({ quick: 100, full: 300 }),
    );
  });

  it('write a day as the date itself does', () => {
    const options = {
      timeZone: 'UTC',
      weekday: 'short',
      year: 'numeric',
      month: 'short',
      day: 'numeric',
    } as const;
    const words = dateWords(options);
    fc.assert(
      fc.property(fc.date({ noInvalidDate: true }), languages, (moment, language) => {
        expect(spoken(language, () => words(moment))).toBe(moment.toLocaleDateString(language, options));
      }),
      runs({ quick: 100, full: 200 }),
    );
  });
});
