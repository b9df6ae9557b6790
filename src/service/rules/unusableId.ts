import * as l10n from '@vscode/l10n';
import { safeLine } from '../../base/words/safeText.ts';

/** An id that can't be used in an address. Thrown before anything is sent. */
export class UnusableIdError extends Error {
  constructor(id: string) {
    super(l10n.t('"{0}" can\'t be used as an id in an address. Nothing was sent.', safeLine(id)));
    this.name = 'UnusableIdError';
  }
}
