/** How much of a list was read: for whoever shows it. Loads nothing of the wire. */
import * as l10n from '@vscode/l10n';
import { numberText } from '../../base/words/displayLanguage.ts';

/** How much of a list was read. */
export interface Extent {
  /** How many the service reports; `undefined` if it doesn't, or if more were received. */
  total: number | undefined;
  /** Entries that the service sent and that couldn't be read; each is in the log. */
  unreadable: number;
  /** Whether these are surely all: by the total, or because two passes over the pages agree. */
  isWhole: boolean;
}

/** A list as it was read. Its extent isn't enumerable: a copy or a part of the list says nothing about the whole. */
export type Listed<T> = readonly T[] & Partial<Readonly<Extent>>;

export function listed<T>(items: readonly T[], { total, unreadable, isWhole }: Extent): Listed<T> {
  return Object.defineProperties([...items], {
    total: { value: total },
    unreadable: { value: unreadable },
    isWhole: { value: isWhole },
  });
}

/** Whether a list surely has everything, so that what it lacks doesn't exist. */
export function hasEverything({ isWhole, unreadable = 0 }: Listed<unknown>): boolean {
  return isWhole !== false && unreadable === 0;
}

/** Thrown after all images that could be found, if these are surely or possibly not all. */
export class NotAllFound extends Error {
  readonly found: number;
  /** Matches that the service reports. */
  readonly total: number | undefined;

  constructor(found: number, total: number | undefined) {
    super(
      total === undefined
        ? l10n.t('The results kept changing while they were loaded, so some of the images may be missing.')
        : l10n.t(
            '{0} of {1} images were loaded. Load all again for the others.',
            numberText(found),
            numberText(total),
          ),
    );
    this.name = 'NotAllFound';
    this.found = found;
    this.total = total;
  }
}
