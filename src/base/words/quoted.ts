import * as l10n from '@vscode/l10n';
import { safeLine } from './safeText.ts';

/** Marks of other quotations, which could end this one; signs that open a line of a dialog. */
const quotationMarks = /["\u00ab\u00bb\u201c-\u201f\u2033\u2036\u300c-\u300f\u301d-\u301f\uff02]/g;
const openingSigns = /[\u2022\u2023\u2043\u25aa-\u25ff\u26a0\u{1f6a8}\ufe0e\ufe0f]/gu;

/** Maximum length of a name in a line of facts, characters: a line of a dialog is longer, so that no name is wrapped. */
const longestName = 40;

/** An external name, quoted so that nothing in it ends the quotation or looks like a line of its own. */
export function quoted(name: string): string {
  return l10n.t('"{0}"', unquoted(name));
}

/** The same for a sentence that has the quotation marks. */
export function unquoted(name: string, maxLength = longestName): string {
  return safeLine(name.replaceAll(quotationMarks, "'").replaceAll(openingSigns, ' '), maxLength);
}
