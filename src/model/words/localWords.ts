/** A number as it is written in a language. Its format is made once: making one takes longer than hundreds of texts. */
export function numberWords(options?: Intl.NumberFormatOptions): (value: number, language: string) => string {
  return madeOnce(language => new Intl.NumberFormat(language, options));
}

/** The same of a moment. */
export function dateWords(options: Intl.DateTimeFormatOptions): (moment: Date, language: string) => string {
  return madeOnce(language => new Intl.DateTimeFormat(language, options));
}

/** There is one language at a time. */
function madeOnce<Value>(
  make: (language: string) => { format: (value: Value) => string },
): (value: Value, language: string) => string {
  let made: { language: string; format: (value: Value) => string } | undefined;
  return (value, language) => {
    if (made?.language !== language) {
      const formatter = make(language);
      made = { language, format: given => formatter.format(given) };
    }
    return made.format(value);
  };
}
