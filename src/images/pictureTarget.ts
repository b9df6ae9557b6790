import * as l10n from '@vscode/l10n';
import type { DownloadTarget } from '../api/deliveries.ts';
import { mostPixels, pictureSizeOf } from '../model/images/pictureSize.ts';
import { pictureTypeOf, telltaleBytes, type PictureType } from '../model/images/pictureType.ts';
import { UserError } from '../editor/userError.ts';

/** A picture as it came, and what it is by its own bytes. Shared by whoever asked for it: not to be written to. */
export interface Picture {
  bytes: Uint8Array;
  mimeType: PictureType;
}

/** Where a picture is collected. */
export interface PictureTarget extends DownloadTarget {
  /** To be told how far the download is. Throws where more is promised than is taken. */
  readonly progress: (received: number, total: number | undefined) => void;
  /** The whole of it, once it was committed. */
  picture(): Picture;
}

/**
 * Collects a picture in memory. Stops what is no picture at its first bytes, and what is too large where it becomes so:
 * throws {@link PictureError}.
 *
 * @param limit bytes
 */
export function createPictureTarget(limit: number): PictureTarget {
  let chunks: Uint8Array[] = [];
  let size = 0;
  let picture: Picture | undefined;

  function checkSize(bytes: number) {
    if (bytes > limit) throw tooLarge();
  }

  return {
    write(chunk) {
      chunks.push(chunk.slice());
      const before = size;
      size += chunk.byteLength;
      checkSize(size);
      if (before < telltaleBytes && size >= telltaleBytes) typeOf(joined(chunks, telltaleBytes));
      return Promise.resolve();
    },
    progress: (_received, total = 0) => checkSize(total),
    commit() {
      const bytes = joined(chunks, size);
      picture = pictureOf(bytes);
      return Promise.resolve();
    },
    discard() {
      chunks = [];
      return Promise.resolve();
    },
    picture() {
      if (picture) return picture;
      throw new Error('The picture has not come yet.');
    },
  };
}

/** Bytes that the page can be given: throws {@link PictureError} where they are no picture, or one of too many pixels. */
export function pictureOf(bytes: Uint8Array): Picture {
  const mimeType = typeOf(bytes);
  const size = pictureSizeOf(bytes);
  if (!size) throw wrongType();
  if (size.width * size.height <= mostPixels) return { bytes, mimeType };
  throw tooLarge();
}

function tooLarge(): PictureError {
  return new PictureError('tooLarge', l10n.t('The picture is too large to show.'));
}

function typeOf(bytes: Uint8Array): PictureType {
  const type = pictureTypeOf(bytes);
  if (type) return type;
  throw wrongType();
}

function wrongType(): PictureError {
  return new PictureError('wrongType', l10n.t("The service didn't send a JPEG, PNG or WebP picture."));
}

/** The first `size` bytes, in memory of their own. */
function joined(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk.subarray(0, size - offset), offset);
    offset = Math.min(size, offset + chunk.byteLength);
  }
  return bytes;
}

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
