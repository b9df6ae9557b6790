/** Messages for wrong members of an order, the same for all members. */
import * as l10n from '@vscode/l10n';
import { error, type JsonPath, type Problem } from '../problem.ts';

/** @param meant the allowed value that was probably meant, if one is close */
export function notAllowed(
  code: string,
  path: JsonPath,
  allowed: readonly (string | number)[],
  meant?: { written: unknown; as: string | undefined },
): Problem {
  const message =
    meant?.as === undefined
      ? l10n.t('"{0}" must be {1}.', String(path.at(-1)), allowed.join(' / '))
      : unknownText(shortText(meant.written), meant.as, []);
  return { ...error(code, message, path), meant: meant?.as };
}

/** @param meant the available value that was probably meant, if one is close */
export function unknownText(
  written: string,
  meant: string | undefined,
  available: readonly string[],
): string {
  return meant === undefined
    ? l10n.t('Unknown "{0}": the service may refuse it. Available: {1}.', written, available.join(', '))
    : l10n.t('Unknown "{0}". Did you mean "{1}"?', written, meant);
}

/** For a member that must be a non-empty string. */
export function textNeeded(name: string): string {
  return l10n.t('"{0}" must be text in quotation marks, and not empty.', name);
}

/** For a member that must be a list of strings. */
export function textsNeeded(name: string): string {
  return l10n.t('"{0}" must be a list of texts, such as ["a", "b"].', name);
}

const longestShown = 40;

function shortText(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > longestShown ? `${text.slice(0, longestShown)}…` : text;
}
