import * as l10n from '@vscode/l10n';
import { sandboxConnection } from '../../model/account/connection.ts';
import { shownLine } from '../../model/words/shownText.ts';
import { attend, confirm } from '../../editor/confirm.ts';
import type { SessionOwner } from '../session.ts';

/** Signs out. The kept key can be the only copy that there is: it goes only where the user says so. */
export async function signOut(session: SessionOwner): Promise<void> {
  const now = session.current.peek();
  if (now.kind === 'signedOut') return;
  // The sandbox makes its keys itself.
  if (now.connection === sandboxConnection) {
    await session.signOut();
    return;
  }
  const keep = l10n.t('Keep Key');
  const forget = l10n.t('Delete Key');
  const answer = await confirm(attend(), {
    question: l10n.t('Sign out of {0}?', shownLine(now.connection.name)),
    detail: l10n.t(
      'Keep Key leaves the API key in the secret storage of this machine, so you can sign in again without entering it. Delete Key removes it from there. The service never shows a key again: make sure that you have a copy.',
    ),
    buttons: [keep, forget],
  });
  if (answer === undefined || session.current.peek() !== now) return;
  await (answer === forget ? session.signOut() : session.leave());
}
