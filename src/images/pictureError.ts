import { UserError } from '../editor/userError.ts';

/**
 * Why Swath does not show a picture, by its own decision and not by an answer of the service. `signedOut`: nobody is
 * there to ask for it; `notOffered`: no link or no right; `otherOrigin`: the link leads away from the connection;
 * `noConsent`: nobody allowed to spend the streaming allowance on it; `wrongType`, `tooLarge`: what came is no picture
 * that is shown.
 */
export type PictureErrorKind =
  'signedOut' | 'notOffered' | 'otherOrigin' | 'noConsent' | 'wrongType' | 'tooLarge';

/** The message is a sentence for the user. */
export class PictureError extends UserError {
  readonly kind: PictureErrorKind;

  constructor(kind: PictureErrorKind, message: string) {
    super(message);
    this.name = 'PictureError';
    this.kind = kind;
  }
}

export function isPictureError(error: unknown): error is PictureError {
  return error instanceof PictureError;
}
