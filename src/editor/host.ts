import * as vscode from 'vscode';
import { registerCommands, type CommandHandler } from './commands.ts';
import type { CommandId } from './commandTable.ts';
import { registerDetailsDocuments, type DetailsDocuments } from './detailsDocument.ts';
import { createLog, type Log } from './log.ts';
import { logError } from './presentError.ts';

/** What every feature is given when it is wired: the extension as the editor runs it. */
export interface Host {
  context: vscode.ExtensionContext;
  log: Log;
  /** Read-only documents. */
  documents: DetailsDocuments;
  /** Aborted when the extension ends. */
  lifetime: AbortSignal;
  /** For what goes on without anybody waiting: a failure is written to the log. */
  onError: (error: unknown) => void;
  /** A file or folder of the extension's own folder, the same for all windows. */
  storagePath: (name: string) => string;
  /** Disposes of them when the extension ends. */
  own: (...parts: { dispose(): unknown }[]) => void;
  /** Registers commands of a feature. */
  commands: (handlers: Partial<Record<CommandId, CommandHandler>>) => void;
}

export function createHost(context: vscode.ExtensionContext, lifetime: AbortSignal): Host {
  const log = createLog();
  const documents = registerDetailsDocuments();
  context.subscriptions.push(log, documents);
  return {
    context,
    log,
    documents,
    lifetime,
    onError: error => logError(error, log),
    storagePath: name => vscode.Uri.joinPath(context.globalStorageUri, name).fsPath,
    own: (...parts) => void context.subscriptions.push(...parts),
    commands: handlers => void context.subscriptions.push(registerCommands(handlers, log)),
  };
}
