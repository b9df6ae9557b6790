/** The language that people read: texts and numbers. Each of the host, the thread and the page is told it once. */
import * as l10n from '@vscode/l10n';

export interface DisplayLanguage {
  /** As the editor names it, such as `de` or `pt-br`. */
  language: string;
  /** Texts by their English; `undefined` where English is shown. */
  bundle: Readonly<Record<string, string>> | undefined;
}

const english = 'en';

let spoken: DisplayLanguage = { language: english, bundle: undefined };
let words: Intl.Collator | undefined;
let counts: Intl.NumberFormat | undefined;

/** To be called before the first text is made: a text that is there already stays as it is. */
export function setLocale({ language, bundle }: DisplayLanguage): void {
  spoken = { language: isLanguage(language) ? language : english, bundle };
  words = undefined;
  counts = undefined;
  l10n.config({ contents: bundle ?? {} });
}

/** To hand it on to a thread or a page. */
export function spokenLanguage(): DisplayLanguage {
  return spoken;
}

/** For formats of moments. */
export function displayLanguage(): string {
  return spoken.language;
}

/** `1,204.5`, or `1.204,5` where people write so. */
export function numberText(value: number, options?: Intl.NumberFormatOptions): string {
  if (options) return value.toLocaleString(spoken.language, options);
  // Making one takes longer than all counts on screen.
  counts ??= new Intl.NumberFormat(spoken.language);
  return counts.format(value);
}

/** With so many digits behind the point, neither more nor fewer: figures below each other. */
export function fixedText(value: number, digits: number): string {
  return numberText(value, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  });
}

/** The order of a dictionary, with numbers inside of words by their value. */
export function compareWords(one: string, other: string): number {
  // Making one takes longer than sorting a list.
  words ??= new Intl.Collator(spoken.language, { numeric: true });
  return words.compare(one, other);
}

/** What formats do not know as a language has the English ones. */
function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length > 0;
  } catch {
    return false;
  }
}
