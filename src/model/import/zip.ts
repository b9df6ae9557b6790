import * as l10n from '@vscode/l10n';
import { unzipSync } from 'fflate';
import { Unreadable } from './shape.ts';

/** Most bytes that are unpacked of one archive: small archives can hold very much. */
const mostUnpacked = 200_000_000;
const mostText = '200 MB';

const wanted = /\.(?:shp|dbf|prj|cpg|kml)$/i;

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}

/**
 * The files of a ZIP that areas can be read from, by their path in it, unpacked in memory. What an archive says of the
 * sizes is believed only as a limit: each file gets no more room than it claims. Throws {@link Unreadable}.
 */
export function unpacked(bytes: Uint8Array): Map<string, Uint8Array> {
  let total = 0;
  try {
    const files = unzipSync(bytes, {
      filter({ name, originalSize }) {
        if (!wanted.test(name) || name.startsWith('__MACOSX/')) return false;
        total += originalSize;
        if (total > mostUnpacked) {
          throw new Unreadable(
            l10n.t(
              'The archive would unpack to more than {0}: take out the layer you need and import that.',
              mostText,
            ),
          );
        }
        return true;
      },
    });
    return new Map(Object.entries(files));
  } catch (error) {
    if (error instanceof Unreadable) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Unreadable(
      l10n.t(
        'The archive cannot be unpacked ({0}): it is broken or protected by a password. Pack it again.',
        reason,
      ),
    );
  }
}
