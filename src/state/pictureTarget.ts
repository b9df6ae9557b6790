import * as l10n from '@vscode/l10n';
import type { DownloadTarget } from '../api/deliveries.ts';
import { pictureTypeOf, telltaleBytes, type PictureType } from '../model/images/pictureType.ts';
import { PictureError } from './pictureError.ts';

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
    if (bytes <= limit) return;
    const megabytes = Math.round(limit / 100_000) / 10;
    throw new PictureError(
      'tooLarge',
      l10n.t(
        'The picture has more than {0} MB, and is not shown. Order the image to see all of it.',
        megabytes,
      ),
    );
  }

  function checkType(bytes: Uint8Array): PictureType {
    const type = pictureTypeOf(bytes);
    if (type) return type;
    throw new PictureError(
      'wrongType',
      l10n.t(
        'What the service sent is no JPEG, PNG or WebP picture, and is not shown. Ask the support of the service about it.',
      ),
    );
  }

  return {
    write(chunk) {
      chunks.push(chunk.slice());
      const before = size;
      size += chunk.byteLength;
      checkSize(size);
      if (before < telltaleBytes && size >= telltaleBytes) checkType(joined(chunks, telltaleBytes));
      return Promise.resolve();
    },
    progress: (_received, total = 0) => checkSize(total),
    commit() {
      const bytes = joined(chunks, size);
      picture = { bytes, mimeType: checkType(bytes) };
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
