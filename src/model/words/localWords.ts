import { displayLanguage } from './displayLanguage.ts';

/**
 * A number as people write it in their language. Its format is made once: making one takes longer than hundreds of
 * texts.
 */
export function numberWords(options?: Intl.NumberFormatOptions): (value: number) => string {
  return madeOnce(language => new Intl.NumberFormat(language, options));
}

/** The same of a moment. */
export function dateWords(options: Intl.DateTimeFormatOptions): (moment: Date) => string {
  return madeOnce(language => new Intl.DateTimeFormat(language, options));
}

/** There is one language at a time. */
function madeOnce<Value>(
  make: (language: string) => { format: (value: Value) => string },
): (value: Value) => string {
  let made: { language: string; format: (value: Value) => string } | undefined;
  return value => {
    const language = displayLanguage();
    if (made?.language !== language) {
      const formatter = make(language);
      made = { language, format: given => formatter.format(given) };
    }
    return made.format(value);
  };
}
