import * as l10n from '@vscode/l10n';
import { unzipSync, type UnzipFileInfo } from 'fflate';
import { tooLarge, Unreadable } from './shape.ts';

/** Most bytes that are unpacked of one archive: small archives can hold very much. */
const mostUnpacked = 200_000_000;
/** Archives of larger files than 4 GB can claim billions of entries, which would be looked for one after another. */
const mostEntries = 65_535;

const wanted = /\.(?:shp|dbf|prj|cpg|kml)$/i;

export function isZip(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && (bytes[2] === 3 || bytes[2] === 5);
}

/**
 * The files of a ZIP that areas can be read from, by their path in it, unpacked in memory. What an archive claims of the
 * sizes is used only as a limit: a compressed file gets no more room than its unpacked size, a stored file is copied with
 * its packed size. So each counts with the larger of both, also where entries share their bytes. Throws
 * {@link Unreadable}.
 */
export function unpacked(bytes: Uint8Array): Map<string, Uint8Array> {
  try {
    checkClaims(bytes);
    const files = unzipSync(bytes, { filter: isWanted });
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

/** Before anything is unpacked. */
function checkClaims(bytes: Uint8Array): void {
  let entries = 0;
  let total = 0;
  unzipSync(bytes, {
    filter(file) {
      entries++;
      if (isWanted(file)) total += Math.max(file.size, file.originalSize);
      if (entries > mostEntries || total > mostUnpacked) throw tooLarge('ZIP');
      return false;
    },
  });
}

function isWanted({ name }: UnzipFileInfo): boolean {
  return wanted.test(name) && !name.startsWith('__MACOSX/');
}
