import * as vscode from 'vscode';
import { sandboxConnection } from './model/account/connection.ts';
import type { CommandHandler, CommandId } from './platform/commands.ts';
import type { Log } from './platform/log.ts';
import { readConnections } from './platform/settings.ts';
import type { SessionOwner } from './state/session.ts';

export interface StartingParts {
  context: vscode.ExtensionContext;
  session: SessionOwner;
  useSandbox: () => Promise<void>;
  log: Log;
}

export interface Starting {
  /** Signs in where somebody was signed in before. */
  resume(): Promise<void>;
  commands: Partial<Record<CommandId, CommandHandler>>;
}

/** The first minutes: who is signed in, samples, and the walkthrough that leads from one to the other. */
export function createStarting({ context, session, useSandbox, log }: StartingParts): Starting {
  const getStarted = async () => {
    await vscode.commands.executeCommand(
      'workbench.action.openWalkthrough',
      `${context.extension.id}#swath.start`,
      false,
    );
    // Of what was true before it was open, the editor learns only when a key of the condition changes.
    await vscode.commands.executeCommand('setContext', 'swath.walkthroughOpen', true);
  };
  return {
    async resume() {
      const { connections, problems } = readConnections();
      for (const problem of problems) log.warn(problem);
      await session.restore([...connections, sandboxConnection]);
      // Whoever starts the editor may ask for the sandbox, for a first look without any dialog, and for the walkthrough
      // as well. Once: a person who signs out stays signed out.
      const wanted = process.env.SWATH_START;
      if (wanted === undefined || context.globalState.get('swath.started') === true) return;
      await context.globalState.update('swath.started', true);
      if (session.current.peek().kind === 'signedOut') await useSandbox();
      if (wanted === 'walkthrough') await getStarted();
    },
    commands: {
      'swath.getStarted': getStarted,
      'swath.openSamples': async given =>
        (await import('./commands/openSamples.ts')).openSamples(
          {
            samples: vscode.Uri.joinPath(context.extensionUri, 'media', 'samples'),
            storage: context.globalStorageUri,
          },
          given,
        ),
    },
  };
}
