import * as l10n from '@vscode/l10n';
import { runCommand } from '../../editor/commands.ts';
import { UserError } from '../../editor/userError.ts';
import { signedInOf, type SessionOwner, type SignedIn } from '../session.ts';

/** Offers to sign in while signed out. `undefined` if the user declines. */
export async function signedInFirst(session: SessionOwner): Promise<SignedIn | undefined> {
  if (!signedInOf(session.current.peek())) await runCommand('swath.signIn');
  return signedInOf(session.current.peek());
}

/** The current session. While signed out, throws an error that says what to do. */
export function signedInNow({ session }: { session: SessionOwner }): SignedIn {
  const signedIn = signedInOf(session.current.peek());
  if (!signedIn) throw new UserError(l10n.t('Sign in first.'));
  return signedIn;
}
