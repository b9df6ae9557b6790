import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { fileProblem } from '../../base/words/fileProblem.ts';
import { labeled } from '../../base/words/labeled.ts';
import { proxyRefusalText } from '../../base/words/proxyText.ts';
import { ApiError, type ApiErrorDetails } from '../../service/wire/errors.ts';
import { technicalText, UserError } from './userError.ts';

/** A failed call with a sentence that names its purpose; its `cause` is the error. */
export class FailureOf extends Error {
  /** What the message offers besides the log. */
  actions: readonly FailureAction[] = [];
}

/** A button of an error message. */
export interface FailureAction {
  title: string;
  run: () => Promise<void>;
}

/** @param sentence says what failed. Errors that say so themselves stay as they are. */
export function toFailure(error: unknown, sentence: string, actions: readonly FailureAction[] = []): unknown {
  if (!(error instanceof ApiError)) return error;
  return Object.assign(new FailureOf(sentence, { cause: error }), { actions });
}

/** Whether something was canceled, by the caller or by a new session. */
export function isAborted(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'aborted';
}

/** The service's message about a failure, if there is one. */
export function serverWords(error: unknown): string | undefined {
  return error instanceof ApiError ? error.details.serverMessage : undefined;
}

/** What happened, in a sentence for the user: the cause first, then the service's message. */
export function describeError(error: unknown): string {
  if (error instanceof UserError) return error.message;
  if (error instanceof FailureOf) return `${error.message} ${describeError(error.cause)}`;
  if (!(error instanceof ApiError)) {
    const { path } = Object(error) as { path?: unknown };
    const problem = fileProblem(error);
    return l10n.t('Something went wrong: {0}', typeof path === 'string' ? labeled(path, problem) : problem);
  }
  const cause = apiErrorCause(error);
  const { serverMessage, reason, advice } = error.details;
  if (advice !== undefined) return advice;
  if (serverMessage !== undefined) {
    return isOfOther(error.details)
      ? l10n.t('{0} The answer was: "{1}"', cause, serverMessage)
      : l10n.t('{0} The service reported: "{1}"', cause, serverMessage);
  }
  return reason === undefined ? cause : `${cause} (${reason})`;
}

/** Whether something before the service answered in its place, as far as the answer shows it. */
function isOfOther({ refused, body, status = 0 }: ApiErrorDetails): boolean {
  return refused === 'proxy' || refused === 'other' || (body === 'page' && status < 500);
}

function apiErrorCause({ kind, details }: ApiError): string {
  const { refused, proxy, status = 0 } = details;
  if (refused === 'proxy') return proxyRefusalText(proxy);
  if (refused === 'other')
    return `${otherText(status, proxy)} ${l10n.t("Your API key wasn't refused. Try again later.")}`;
  if (isOfOther(details)) return otherText(status, proxy);
  switch (kind) {
    case 'denied':
      return denialText(details.refused);
    case 'suspended':
      return l10n.t('The key was refused. Nothing is sent until you sign in again.');
    case 'notFound':
      return l10n.t(
        "The service couldn't find it. Refresh the view, or check the address of the connection.",
      );
    case 'invalid':
      return details.serverMessage === undefined
        ? l10n.t("The service didn't accept the request. See the log.")
        : l10n.t("The service didn't accept the request.");
    case 'rateLimited':
      return l10n.t('The service is busy. Try again later.');
    case 'server':
      return l10n.t('The service failed (status {0}). Try again.', details.status ?? '?');
    case 'network':
      return l10n.t("Can't reach the service. Check your network and try again.");
    case 'timeout':
      return l10n.t("The service didn't answer in time. Try again.");
    case 'shape':
      return l10n.t("Can't read the service's answer.");
    case 'damaged':
      return l10n.t('The download was damaged and discarded. Try again, or send the log to the service.');
    case 'aborted':
      return l10n.t('Canceled.');
  }
}

function otherText(status: number, proxy: string | undefined): string {
  return proxy === undefined
    ? l10n.t('A proxy or gateway may have answered instead of the service (status {0}).', status)
    : l10n.t('The proxy {0} may have answered instead of the service (status {1}).', proxy, status);
}

function denialText(refused: ApiErrorDetails['refused']): string {
  switch (refused) {
    case 'key':
      return l10n.t('The service refused the API key. The key is wrong, or access is suspended for a while.');
    case 'keys':
      return l10n.t("This service doesn't offer key management. Manage keys on your service's account page.");
    case 'token':
      return l10n.t('The access token was refused. Try again; Swath requests a new one.');
    case 'right':
    case 'proxy':
    case 'other':
    case undefined:
      return l10n.t(
        'The service denied access. You lack a permission, or access is suspended: ask your contract administrator, or try again later.',
      );
  }
}

/** Logs an error with everything that support asks for. */
export function logError(error: unknown, log: Log): void {
  if (error instanceof UserError) {
    log.info(error.message);
  } else if (error instanceof FailureOf) {
    log.error(error.message);
    logError(error.cause, log);
  } else if (error instanceof ApiError) {
    log.error(technicalText(error));
  } else {
    log.error(error instanceof Error ? error : String(error));
  }
}

export type Log = vscode.LogOutputChannel;

export function createLog(): Log {
  return vscode.window.createOutputChannel('Swath', { log: true });
}
