/** The display language for texts and numbers. The extension host, the worker thread and the page each set it once. */
import * as l10n from '@vscode/l10n';

export interface DisplayLanguage {
  /** The editor's language tag, such as `de` or `pt-br`. */
  language: string;
  /** Translations by English text; `undefined` for English. */
  bundle: Readonly<Record<string, string>> | undefined;
}

const english = 'en';

let current: DisplayLanguage = { language: english, bundle: undefined };

/** Call this before creating the first text: existing texts don't change. */
export function setLocale({ language, bundle }: DisplayLanguage): void {
  current = { language: isLanguage(language) ? language : english, bundle };
  l10n.config({ contents: bundle ?? {} });
}

/** To pass on to a worker thread or a page. */
export function currentLocale(): DisplayLanguage {
  return current;
}

/** For formatting dates and times. */
export function displayLanguage(): string {
  return current.language;
}

/** Created once per language: creating a formatter takes longer than formatting hundreds of texts. */
export function madeOnce<T>(make: (language: string) => T): () => T {
  let made: { language: string; value: T } | undefined;
  return () => {
    const { language } = current;
    if (made?.language !== language) made = { language, value: make(language) };
    return made.value;
  };
}

export function numberWords(options?: Intl.NumberFormatOptions): (value: number) => string {
  const format = madeOnce(language => new Intl.NumberFormat(language, options));
  return value => format().format(value);
}

/** The same for dates and times. */
export function dateWords(options: Intl.DateTimeFormatOptions): (moment: Date) => string {
  const format = madeOnce(language => new Intl.DateTimeFormat(language, options));
  return moment => format().format(moment);
}

const counts = numberWords();

/** `1,204.5`, or `1.204,5` in languages with that format. */
export function numberText(value: number, options?: Intl.NumberFormatOptions): string {
  return options ? value.toLocaleString(current.language, options) : counts(value);
}

/** With exactly this many decimals, for figures in a column. */
export function fixedText(value: number, digits: number): string {
  return numberText(value, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  });
}

const dictionary = madeOnce(language => new Intl.Collator(language, { numeric: true }));

/** Dictionary order, with numbers inside words compared by value. */
export function compareWords(a: string, b: string): number {
  return dictionary().compare(a, b);
}

/** Languages that `Intl` doesn't support use the English formats. */
function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}
