import * as l10n from '@vscode/l10n';
import { runCommand } from '../../platform/host/commands.ts';
import { UserError } from '../../platform/host/userError.ts';
import { asSignedIn, lostConnection, type SessionOwner, type SignedIn } from '../session.ts';

/** Offers to sign in while signed out. `undefined` if the user declines. */
export async function signedInFirst(session: SessionOwner): Promise<SignedIn | undefined> {
  if (!asSignedIn(session.current.peek())) await signInAgain(session);
  return asSignedIn(session.current.peek());
}

/** Asks for the key that the editor lost, if any, otherwise for the connection. */
export async function signInAgain({ current }: Pick<SessionOwner, 'current'>): Promise<void> {
  const lost = lostConnection(current.peek());
  await (lost ? runCommand('swath.signIn', lost.name) : runCommand('swath.signIn'));
}

/** The current session. While signed out, throws an error that says what to do. */
export function signedInNow({ session }: { session: SessionOwner }): SignedIn {
  const signedIn = asSignedIn(session.current.peek());
  if (!signedIn) throw new UserError(l10n.t('Sign in first.'));
  return signedIn;
}
