import * as l10n from '@vscode/l10n';
import stringify from 'json-stringify-pretty-compact';
import { cutBelow } from '../json/nesting.ts';
import { isSecretName, withoutSecrets } from './secretFields.ts';

/** No one looks deeper, and the writer is recursive. */
const deepestShown = 50;

/**
 * A record of the service as JSON for display.
 *
 * @param secrets of the session, never shown
 */
export function detailsText(fields: unknown, secrets: readonly string[] = []): string {
  const masked = (name: string, value: unknown): unknown => {
    // Whether a secret exists isn't itself a secret.
    if (value === null || value === undefined || typeof value === 'boolean') return value;
    if (isSecretName(name)) return l10n.t('(not shown)');
    return typeof value === 'string' ? withoutSecrets(value, secrets) : value;
  };
  const shallow = cutBelow(fields ?? null, deepestShown, l10n.t('(not shown)'));
  const text = stringify(shallow, { maxLength: 110, replacer: masked });
  // Still the same JSON, but no link of the editor: an address of the service may change something when it is opened.
  return `${text.replaceAll('://', String.raw`:\/\/`)}\n`;
}
