import * as vscode from 'vscode';
import { isApiError } from '../api/errors.ts';
import { describeError } from './presentError.ts';

/**
 * Why it is not known what became of an order, in a sentence. Unlike {@link describeError} it never advises to try again:
 * that could pay twice.
 */
export function unclearCause(error: unknown): string {
  if (!isApiError(error)) return describeError(error);
  const { serverMessage, status } = error.details;
  switch (error.kind) {
    case 'network':
      return vscode.l10n.t('The connection broke before an answer came.');
    case 'timeout':
      return vscode.l10n.t('No answer came in time.');
    case 'server':
      return serverMessage === undefined
        ? vscode.l10n.t('The service failed (status {0}).', status ?? '?')
        : vscode.l10n.t('The service failed (status {0}): "{1}"', status ?? '?', serverMessage);
    default:
      return describeError(error);
  }
}
