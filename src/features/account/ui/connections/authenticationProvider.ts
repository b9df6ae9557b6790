import * as vscode from 'vscode';
import { safeLabel } from '../../../../base/words/safeText.ts';
import { runCommand } from '../../../../platform/host/commands.ts';
import { onChange } from '../../../../platform/host/onChange.ts';
import type { Session, SessionOwner } from '../../../../session/session.ts';

const providerId = 'swath';

/**
 * Lists the connection in the editor's Accounts menu, where the user can also sign out. What the editor calls a session
 * is only a name here, not a credential: the key and the tokens stay with Swath, and other extensions get nothing to
 * use.
 */
export function registerAuthenticationProvider(session: SessionOwner): vscode.Disposable {
  const changed = new vscode.EventEmitter<vscode.AuthenticationProviderAuthenticationSessionsChangeEvent>();
  let authSession: vscode.AuthenticationSession | undefined;

  const provider: vscode.AuthenticationProvider = {
    onDidChangeSessions: changed.event,
    getSessions: () => Promise.resolve(authSession ? [authSession] : []),
    async createSession() {
      await runCommand('swath.signIn');
      if (!authSession) throw new vscode.CancellationError();
      return authSession;
    },
    // The editor has asked whether to sign out, but not what to do with the key.
    removeSession: () => runCommand('swath.signOut'),
  };

  const watching = onChange([session.current], () => {
    const next = shownFor(session.current.value);
    if (next?.id === authSession?.id) return;
    const event = { added: next ? [next] : [], removed: authSession ? [authSession] : [], changed: [] };
    authSession = next;
    changed.fire(event);
  });
  return vscode.Disposable.from(
    vscode.authentication.registerAuthenticationProvider(providerId, 'Swath', provider),
    watching,
    changed,
  );
}

function shownFor(session: Session): vscode.AuthenticationSession | undefined {
  if (session.kind !== 'signedIn') return undefined;
  const { name } = session.connection;
  return { id: name, accessToken: '', account: { id: name, label: safeLabel(name) }, scopes: [] };
}
