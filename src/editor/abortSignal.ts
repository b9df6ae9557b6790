import type * as vscode from 'vscode';

export function abortSignalOf(cancel: vscode.CancellationToken): AbortSignal {
  const abort = new AbortController();
  if (cancel.isCancellationRequested) abort.abort();
  else cancel.onCancellationRequested(() => abort.abort());
  return abort.signal;
}

/** Waits this many milliseconds, or until the signal is aborted. */
export function pause(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise(resolve => {
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end);
  });
}
