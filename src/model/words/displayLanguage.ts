/** The language that people read: texts and numbers. Each of the host, the thread and the page is told it once. */
import * as l10n from '@vscode/l10n';

export interface DisplayLanguage {
  /** As the editor names it, such as `de` or `pt-br`. */
  language: string;
  /** Texts by their English; `undefined` where English is shown. */
  bundle: Readonly<Record<string, string>> | undefined;
}

const english = 'en';

let current: DisplayLanguage = { language: english, bundle: undefined };

/** To be called before the first text is made: a text that is there already stays as it is. */
export function setLocale({ language, bundle }: DisplayLanguage): void {
  current = { language: isLanguage(language) ? language : english, bundle };
  l10n.config({ contents: bundle ?? {} });
}

/** To hand it on to a thread or a page. */
export function currentLocale(): DisplayLanguage {
  return current;
}

/** For formats of moments. */
export function displayLanguage(): string {
  return current.language;
}

/** What a language needs is made once for it: making it takes longer than hundreds of texts. */
export function madeOnce<T>(make: (language: string) => T): () => T {
  let made: { language: string; value: T } | undefined;
  return () => {
    const { language } = current;
    if (made?.language !== language) made = { language, value: make(language) };
    return made.value;
  };
}

/** A number as people write it in their language. */
export function numberWords(options?: Intl.NumberFormatOptions): (value: number) => string {
  const format = madeOnce(language => new Intl.NumberFormat(language, options));
  return value => format().format(value);
}

/** The same of a moment. */
export function dateWords(options: Intl.DateTimeFormatOptions): (moment: Date) => string {
  const format = madeOnce(language => new Intl.DateTimeFormat(language, options));
  return moment => format().format(moment);
}

const counts = numberWords();

/** `1,204.5`, or `1.204,5` where people write so. */
export function numberText(value: number, options?: Intl.NumberFormatOptions): string {
  return options ? value.toLocaleString(current.language, options) : counts(value);
}

/** With so many digits behind the point, neither more nor fewer: figures below each other. */
export function fixedText(value: number, digits: number): string {
  return numberText(value, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  });
}

const dictionary = madeOnce(language => new Intl.Collator(language, { numeric: true }));

/** The order of a dictionary, with numbers inside of words by their value. */
export function compareWords(one: string, other: string): number {
  return dictionary().compare(one, other);
}

/** What formats do not know as a language has the English ones. */
function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}
