import { type ReadonlySignal, signal } from '@preact/signals-core';
import * as vscode from 'vscode';
import { registerDetailsDocuments } from '../documents/detailsDocument.ts';
import { onFirstJson } from '../documents/jsonDocuments.ts';
import { allThatEnds } from './endsWithExtension.ts';
import { loadOnce } from './loadOnce.ts';
import { createLog, logError } from './presentError.ts';

export type Host = ReturnType<typeof createHost>;

/** What every feature receives at activation: access to the extension's environment. */
export function createHost(context: vscode.ExtensionContext, lifetime: AbortSignal) {
  const log = createLog();
  const documents = registerDetailsDocuments();
  const parts = new Set<{ dispose(): unknown }>();
  const isUsed = signal(false);
  const use = () => {
    isUsed.value = true;
  };
  let isOver = false;
  const endParts = () => {
    isOver = true;
    for (const part of parts) part.dispose();
  };
  context.subscriptions.push(log, documents, { dispose: endParts }, allThatEnds);
  const onError = (error: unknown) => logError(error, log);

  function lazy<T extends { dispose(): unknown }>(load: () => Promise<T>): () => Promise<T> {
    return loadOnce(async () => {
      const part = await load();
      if (isOver) part.dispose();
      else parts.add(part);
      return part;
    });
  }

  return {
    context,
    log,
    /** Read-only documents. */
    documents,
    /** Aborted when the extension ends. */
    lifetime,
    /** For background work that nobody waits for: writes a failure to the log. */
    onError,
    /** Path of a file or folder in the extension's storage, the same for all windows. */
    storagePath: (name: string) => vscode.Uri.joinPath(context.globalStorageUri, name).fsPath,
    /** Disposes of them when the extension ends. */
    register: (...owned: { dispose(): unknown }[]): void => void context.subscriptions.push(...owned),
    /**
     * A part of a feature that is loaded once, when first needed, and disposed of when the extension ends.
     *
     * @returns loads it, and returns the same part to every caller
     */
    lazy,
    /** The same for code that reads JSON documents: loaded when the first one opens. */
    withFirstJson: (load: () => Promise<{ dispose(): unknown }>): void => {
      const part = lazy(load);
      context.subscriptions.push(onFirstJson(() => void part().catch(onError)));
    },
    /**
     * Whether Swath is used in this window: a command ran, or a view, the map or a file of Swath was opened. Until
     * then, nothing of it is shown but its icon.
     */
    isUsed: isUsed as ReadonlySignal<boolean>,
    /** Swath is used in this window from now on. */
    use,
  };
}
