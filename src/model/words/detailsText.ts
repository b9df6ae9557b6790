import * as l10n from '@vscode/l10n';
import stringify from 'json-stringify-pretty-compact';
import { isSecretName, withoutSecrets } from './secretFields.ts';

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
  return `${stringify(fields ?? null, { maxLength: 110, replacer: masked })}\n`;
}
