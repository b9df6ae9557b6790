import * as l10n from '@vscode/l10n';
import { typedNumber } from '../../../src/base/words/typedNumber.ts';
import { type LimitName, listFilters } from '../../../src/features/images/rules/listFilters.ts';

/**
 * Reads the text of a field; an empty one is no limit.
 *
 * @returns a text that says what to enter if it is no number of the field's range
 */
export function typedLimit(
  name: LimitName,
  text: string,
): { limit: number | undefined } | { problem: string } {
  if (text.trim() === '') return { limit: undefined };
  const { max } = listFilters[name];
  const limit = typedNumber(text) ?? Number.NaN;
  return limit >= 0 && limit <= max ? { limit } : { problem: l10n.t('Enter 0 to {0}.', max) };
}
