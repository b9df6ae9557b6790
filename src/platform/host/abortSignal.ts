import type * as vscode from 'vscode';

export function toAbortSignal(cancel: vscode.CancellationToken): AbortSignal {
  const abort = new AbortController();
  if (cancel.isCancellationRequested) abort.abort();
  else cancel.onCancellationRequested(() => abort.abort());
  return abort.signal;
}
