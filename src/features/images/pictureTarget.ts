import * as l10n from '@vscode/l10n';
import type { DownloadTarget } from '../../service/wire/deliveries.ts';
import { UserError } from '../../platform/host/userError.ts';
import {
  detectPictureType,
  maxPixels,
  type PictureType,
  readPictureSize,
  telltaleBytes,
} from './rules/pictureSize.ts';

/** A picture as received, and its type detected from its bytes. Shared by all callers: don't modify. */
export interface Picture {
  bytes: Uint8Array;
  mimeType: PictureType;
}

/** Collects a picture in memory. */
export interface PictureTarget extends DownloadTarget {
  /** Reports download progress. Throws if the announced size is over the limit. */
  readonly progress: (received: number, total: number | undefined) => void;
  /** The complete picture, after the commit. */
  picture(): Picture;
}

/**
 * Collects a picture in memory. Stops at the first bytes if it isn't a picture, and as soon as it is too large: throws
 * {@link PictureError}.
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
      if (before < telltaleBytes && size >= telltaleBytes) checkedType(joinedChunks(chunks, telltaleBytes));
      return Promise.resolve();
    },
    progress: (_received, total = 0) => checkSize(total),
    commit() {
      const bytes = joinedChunks(chunks, size);
      picture = checkedPicture(bytes);
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

/** Bytes that are safe for the page: throws {@link PictureError} if they aren't a picture or have too many pixels. */
export function checkedPicture(bytes: Uint8Array): Picture {
  const mimeType = checkedType(bytes);
  const size = readPictureSize(bytes);
  if (!size) throw wrongType();
  if (size.width * size.height <= maxPixels) return { bytes, mimeType };
  throw tooLarge();
}

function tooLarge(): PictureError {
  return new PictureError(l10n.t('The picture is too large to show.'));
}

function checkedType(bytes: Uint8Array): PictureType {
  const type = detectPictureType(bytes);
  if (type) return type;
  throw wrongType();
}

function wrongType(): PictureError {
  return new PictureError(l10n.t("Can't read the picture."));
}

/** Copies the first `size` bytes into a new buffer. */
function joinedChunks(chunks: readonly Uint8Array[], size: number): Uint8Array {
  const bytes = new Uint8Array(size);
  let offset = 0;
  for (const chunk of chunks) {
    bytes.set(chunk.subarray(0, size - offset), offset);
    offset = Math.min(size, offset + chunk.byteLength);
  }
  return bytes;
}

/** Why Swath itself, not the service, doesn't show a picture. The message is a sentence for display. */
export class PictureError extends UserError {}
