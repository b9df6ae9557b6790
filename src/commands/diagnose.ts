import { release } from 'node:os';
import * as vscode from 'vscode';
import { sandboxConnection, type Connection } from '../model/account/connection.ts';
import { abortSignalOf } from '../platform/abortSignal.ts';
import { chooseConnection } from '../platform/connectionStep.ts';
import { describeRoutes, goesThroughProxy } from '../platform/routes.ts';
import { withProgress } from '../platform/window.ts';
import { diagnose, type DiagnosisParts } from '../state/diagnosis.ts';
import { diagnosisText } from '../state/diagnosisText.ts';
import type { SessionOwner } from '../state/session.ts';

export interface DiagnoseParts {
  session: SessionOwner;
  fetchFor: (connection: Connection) => Promise<DiagnosisParts['fetch']>;
  /** Of Swath itself. */
  version: string;
  /** Opens a text that nobody has to save. */
  show: (title: string, text: string) => Promise<void>;
}

/**
 * Looks at the way to the service, from the hosts to the subscriptions, and opens what it found as a document that can
 * be sent to support: no key and no token is in it.
 */
export async function diagnoseConnection(parts: DiagnoseParts): Promise<void> {
  const session = parts.session.current.peek();
  const connection =
    session.kind === 'signedOut'
      ? await chooseConnection(parts.session, vscode.l10n.t('Diagnose'))
      : session.connection;
  if (!connection) return;
  const title = vscode.l10n.t('Diagnosing {0}', connection.name);
  const text = await withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    async (_progress, cancel) => {
      const abort = abortSignalOf(cancel);
      const sections = await diagnose(
        {
          session,
          connection,
          fetch: await parts.fetchFor(connection),
          isDirect: connection !== sandboxConnection && !goesThroughProxy(connection),
          routes:
            connection === sandboxConnection
              ? [vscode.l10n.t('None: the sandbox runs inside the editor.')]
              : describeRoutes(connection),
          hasKey: await parts.session.hasKey(connection),
          now: Date.now,
        },
        abort,
      );
      return abort.aborted ? undefined : diagnosisText(aboutOf(parts, connection), sections);
    },
  );
  if (text !== undefined) await parts.show(vscode.l10n.t('Diagnosis of {0}', connection.name), text);
}

function aboutOf({ version }: DiagnoseParts, connection: Connection): [string, string][] {
  const { appName, remoteName } = vscode.env;
  return [
    [vscode.l10n.t('Connection'), connection.name],
    [vscode.l10n.t('Time'), new Date().toISOString()],
    ['Swath', version],
    [vscode.l10n.t('Editor'), `${appName} ${vscode.version}${remoteName ? ` (${remoteName})` : ''}`],
    [vscode.l10n.t('System'), `${process.platform} ${release()}, Node ${process.version}`],
  ];
}
