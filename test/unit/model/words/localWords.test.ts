import fc from 'fast-check';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { dateWords, numberWords } from '../../../../src/model/words/localWords.ts';

const languages = fc.constantFrom('en', 'de', 'fr', 'ja', 'de-CH', 'en-IN');

describe('words of a language', () => {
  afterEach(() => vi.restoreAllMocks());

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
        expect(words(value, language)).toBe(value.toLocaleString(language, options));
      }),
      { numRuns: 300 },
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
        expect(words(moment, language)).toBe(moment.toLocaleDateString(language, options));
      }),
      { numRuns: 200 },
    );
  });

  it('make one format for one language', () => {
    const made = vi.spyOn(Intl, 'NumberFormat');
    const words = numberWords();
    for (let count = 0; count < 10; count++) words(count, 'en');
    expect(made).toHaveBeenCalledTimes(1);
    words(1, 'de');
    expect(made).toHaveBeenCalledTimes(2);
  });
});
