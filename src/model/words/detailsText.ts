import * as l10n from '@vscode/l10n';
import stringify from 'json-stringify-pretty-compact';
import { cutBelow } from '../json/nesting.ts';
import { isSecretName, withoutSecrets } from './secretFields.ts';

/** Nobody looks for something further inside, and the writer calls itself for every level. */
const deepestShown = 50;

/**
 * A record of the service as JSON for people.
 *
 * @param secrets of the session, shown nowhere
 */
export function detailsText(fields: unknown, secrets: readonly string[] = []): string {
  const masked = (name: string, value: unknown): unknown => {
    // Whether there is a secret is none.
    if (value === null || value === undefined || typeof value === 'boolean') return value;
    if (isSecretName(name)) return l10n.t('(not shown)');
    return typeof value === 'string' ? withoutSecrets(value, secrets) : value;
  };
  const shown = cutBelow(fields ?? null, deepestShown, l10n.t('(not shown)'));
  return `${stringify(shown, { maxLength: 110, replacer: masked })}\n`;
}
