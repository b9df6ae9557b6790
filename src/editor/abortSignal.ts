import type * as vscode from 'vscode';

/** The editor's word that nobody waits for an answer any more, as a signal. */
export function abortSignalOf(cancel: vscode.CancellationToken): AbortSignal {
  const abort = new AbortController();
  if (cancel.isCancellationRequested) abort.abort();
  else cancel.onCancellationRequested(() => abort.abort());
  return abort.signal;
}
