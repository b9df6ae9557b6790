import * as l10n from '@vscode/l10n';
import { shownLine } from '../words/shownText.ts';

/** An id that can't be used in an address. Thrown before anything is sent. */
export class UnusableIdError extends Error {
  constructor(id: string) {
    super(l10n.t('"{0}" can\'t be used as an id in an address. Nothing was sent.', shownLine(id)));
    this.name = 'UnusableIdError';
  }
}

/**
 * An id as one path segment. Otherwise an empty id would lead to the whole collection, and `.` or `..` to its parent.
 *
 * @throws {@link UnusableIdError} for those, and for a lone UTF-16 surrogate, which no address can contain
 */
export function pathSegment(id: string): string {
  if (id === '' || id === '.' || id === '..' || !id.isWellFormed()) throw new UnusableIdError(id);
  return encodeURIComponent(id);
}
