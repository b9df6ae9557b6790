import * as l10n from '@vscode/l10n';
import stringify from 'json-stringify-pretty-compact';
import { cutBelow } from '../json/nesting.ts';

/** Nobody looks for something further inside, and the writer calls itself for every level. */
const deepestShown = 50;

const secretName = /^(secret|password|api_?key|(access|refresh|id)_token|authorization)$/i;

/** A record of the service as JSON for people. No answer that is shown holds a secret; one that did would be masked. */
export function detailsText(fields: unknown): string {
  const masked = (name: string, value: unknown): unknown =>
    secretName.test(name) && typeof value === 'string' ? l10n.t('(not shown)') : value;
  const shown = cutBelow(fields ?? null, deepestShown, l10n.t('(nested too deeply to be shown)'));
  return `${stringify(shown, { maxLength: 110, replacer: masked })}\n`;
}
