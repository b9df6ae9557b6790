import * as l10n from '@vscode/l10n';
import { shownLine } from '../words/shownText.ts';

/** An id cannot stand in an address. Thrown before anything is sent. */
export class UnusableIdError extends Error {
  constructor(id: string) {
    super(l10n.t('"{0}" can\'t be used as an id in an address. Nothing was sent.', shownLine(id)));
    this.name = 'UnusableIdError';
  }
}

/**
 * An id as one segment of a path. Without this, an empty one would lead to the whole collection, and `.` or `..` to what
 * is above it.
 *
 * @throws {@link UnusableIdError} for those, and for half of a pair of UTF-16, which no address can hold
 */
export function pathSegment(id: string): string {
  if (id === '' || id === '.' || id === '..' || !id.isWellFormed()) throw new UnusableIdError(id);
  return encodeURIComponent(id);
}
