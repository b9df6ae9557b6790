import { basename } from 'node:path/posix';
import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { numberText } from '../../../base/words/displayLanguage.ts';
import { sensorText } from '../../../base/words/figureText.ts';
import { minuteText } from '../../../base/words/moment.ts';
import { exportFormats } from '../../../geo/export/formats.ts';
import type { Image } from '../../../service/rules/imagery.ts';
import {
  showInformationMessage,
  showInputBox,
  showWarningMessage,
} from '../../../platform/dialogs/window.ts';
import { shortlistEnding } from '../../../platform/documents/reportFile.ts';
import { resolveShortlistDocument } from '../../../platform/documents/swathDocuments.ts';
import { saveFile, suggestedPlace } from '../../../platform/files/saveFile.ts';
import { writeUserFile } from '../../../platform/files/userFile.ts';
import { runCommand } from '../../../platform/host/commands.ts';
import { UserError } from '../../../platform/host/userError.ts';
import type { SessionOwner } from '../../../session/session.ts';
import { signedInFirst } from '../../../session/ui/signedInFirst.ts';
import { longestNote, type Pin, type Shortlist } from '../shortlist.ts';
import { readShortlist, shortlistText } from '../shortlistText.ts';

let lastSaved: vscode.Uri | undefined;

export async function saveShortlist(session: SessionOwner, shortlist: Shortlist): Promise<void> {
  const pins = await requirePins(session, shortlist);
  if (!pins) return;
  await saveFile({
    title: l10n.t('Save Shortlist'),
    format: exportFormats.geojson,
    place: lastSaved ?? suggestedPlace('images', shortlistEnding),
    write: async uri => {
      await writeUserFile(uri, shortlistText(pins));
      lastSaved = uri;
      return l10n.t('Saved the shortlist ({0}) to {1}.', numberText(pins.length), basename(uri.path));
    },
  });
}

/**
 * Takes over the pinned images of a file and shows them on the map. If others are pinned, the user decides what becomes
 * of them.
 *
 * @param argument the URI of the file; otherwise the active document, or the user's choice
 */
export async function openShortlist(
  session: SessionOwner,
  shortlist: Shortlist,
  argument: unknown,
): Promise<void> {
  const document = await resolveShortlistDocument(argument);
  if (!document) return;
  const { pins, leftOut } = readShortlist(document.getText());
  if (!(await signedInFirst(session))) return;
  const ids = new Set(pins.map(({ image }) => image.id));
  const others = shortlist.pins.peek().filter(({ image }) => !ids.has(image.id));
  const kept = others.length === 0 ? [] : await askAboutOthers(others);
  if (!kept) return;
  shortlist.replace([...kept, ...pins]);
  if (leftOut > 0)
    void showWarningMessage(l10n.t('Some items of the file are not images and were left out: {0}.', leftOut));
  await showShortlist(session, shortlist);
}

/** The pins to keep; `undefined` if the user cancels. */
async function askAboutOthers(others: readonly Pin[]): Promise<readonly Pin[] | undefined> {
  const add = l10n.t('Add');
  const replace = l10n.t('Replace');
  const answer = await showInformationMessage(
    l10n.t('Your shortlist contains {0} other images.', numberText(others.length)),
    { modal: true, detail: l10n.t('Add the images of the file to them, or replace them?') },
    add,
    replace,
  );
  if (answer === undefined) return undefined;
  return answer === add ? others : [];
}

export async function showShortlist(session: SessionOwner, shortlist: Shortlist): Promise<void> {
  if (!(await requirePins(session, shortlist))) return;
  await runCommand('swath.openMap');
  await shortlist.show();
}

/** Unpins all images; the user can take it back. */
export async function clearShortlist(session: SessionOwner, shortlist: Shortlist): Promise<void> {
  const pins = await requirePins(session, shortlist);
  if (!pins) return;
  shortlist.replace([]);
  const signedIn = session.current.peek();
  const undo = l10n.t('Undo');
  const text = l10n.t('Removed all images ({0}) from the shortlist.', numberText(pins.length));
  if ((await showInformationMessage(text, undo)) !== undo || session.current.peek() !== signedIn) return;
  shortlist.replace([...pins, ...shortlist.pins.peek()]);
}

/** `2026-03-14 10:42 UTC, PHR 0.5 m` */
function imageTitle(image: Image): string {
  const { acquisitionDate: time, id } = image;
  return [time === undefined ? id : l10n.t('{0} UTC', minuteText(time)), sensorText(image)]
    .filter(part => part !== '')
    .join(', ');
}

export async function editNote(shortlist: Shortlist, id: string): Promise<void> {
  const pin = shortlist.pins.peek().find(({ image }) => image.id === id);
  if (!pin) return;
  const note = await showInputBox({
    title: l10n.t('Note: {0}', imageTitle(pin.image)),
    prompt: l10n.t('What speaks for or against this image? Leave it empty to remove the note.'),
    value: pin.note ?? '',
    validateInput: typed =>
      typed.length > longestNote ? l10n.t('Use at most {0} characters.', longestNote) : undefined,
  });
  if (note !== undefined) shortlist.setNote(id, note);
}

/** The pinned images; `undefined` if the user doesn't sign in. Throws {@link UserError} if there are none. */
async function requirePins(session: SessionOwner, { pins }: Shortlist): Promise<readonly Pin[] | undefined> {
  if (!(await signedInFirst(session))) return undefined;
  if (pins.peek().length === 0)
    throw new UserError(l10n.t('The shortlist is empty. Add images to it on the map with P first.'));
  return pins.peek();
}
