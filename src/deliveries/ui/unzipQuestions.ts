import * as l10n from '@vscode/l10n';
import { basename } from 'node:path';
import { byteText } from '../../model/words/quantity.ts';
import { UserError } from '../../editor/userError.ts';
import { lookInto, type ArchiveLook, type EntryFault } from '../unzip.ts';
import { numberText } from '../../model/words/displayLanguage.ts';
import { showWarningMessage } from '../../editor/window.ts';

/** Pictures shrink to a tenth at best: what grows more than this is not one. */
const mostGrowth = 100;
/** What is smaller does no harm, however much it grows. Bytes. */
const harmless = 100_000_000;

/**
 * How much an archive unpacks to, bytes. Asks where that is more than an image product ever is, or more than the disk
 * has room for; `undefined` when the user says no then. Throws where it is not unpacked at all.
 *
 * @param room free on the disk, bytes; `undefined` where that is not known
 */
export async function unzippedBytes(path: string, room: number | undefined): Promise<number | undefined> {
  const look = await lookInto(path);
  if (look.kind !== 'sound') throw new UserError(whyNot(look, basename(path)));
  const { bytes, packedBytes } = look;
  const doubts: string[] = [];
  if (bytes > harmless && bytes > packedBytes * mostGrowth) {
    const times = numberText(Math.floor(bytes / Math.max(1, packedBytes)));
    doubts.push(
      l10n.t(
        'That is {0} times its size. No image compresses that well; the file may be made to fill the disk.',
        times,
      ),
    );
  }
  if (room !== undefined && bytes > room) {
    doubts.push(l10n.t('The disk has only {0} free.', byteText(room)));
  }
  if (doubts.length === 0) return bytes;
  const unzip = l10n.t('Unzip Anyway');
  const chosen = await showWarningMessage(
    l10n.t('{0} unpacks to {1}.', basename(path), byteText(bytes)),
    { modal: true, detail: doubts.join('\n') },
    unzip,
  );
  return chosen === unzip ? bytes : undefined;
}

function whyNot(look: Exclude<ArchiveLook, { kind: 'sound' }>, name: string): string {
  switch (look.kind) {
    case 'broken':
      return l10n.t("Can't read the ZIP file {0}: {1}.", name, look.reason);
    case 'tooMany':
      return l10n.t('{0} was not unzipped: it contains more than {1} files.', name, numberText(look.most));
    case 'refused':
      return l10n.t('{0} was not unzipped: "{1}" {2}.', name, look.name, faultText(look.why));
  }
}

function faultText(why: EntryFault): string {
  switch (why) {
    case 'leadsOut':
      return l10n.t('points outside its folder');
    case 'unfitName':
      return l10n.t("has a name that this system doesn't support");
    case 'sameName':
      return l10n.t('exists twice');
    case 'noFile':
      return l10n.t('is a link or a device');
    case 'encrypted':
      return l10n.t('is encrypted');
    case 'unknownMethod':
      return l10n.t('has an unsupported compression');
  }
}
