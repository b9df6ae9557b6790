import { runCommand } from '../../editor/commands.ts';
import { signedInOf, type SessionOwner, type SignedIn } from '../session.ts';

/** Offers to sign in while signed out. `undefined` if the user declines. */
export async function signedInFirst(session: SessionOwner): Promise<SignedIn | undefined> {
  if (!signedInOf(session.current.peek())) await runCommand('swath.signIn');
  return signedInOf(session.current.peek());
}
