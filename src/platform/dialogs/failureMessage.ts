/** The message about something that failed. */
import * as l10n from '@vscode/l10n';
import { ApiError } from '../../service/wire/errors.ts';
import {
  describeError,
  type FailureAction,
  FailureOf,
  isAborted,
  type Log,
  logError,
} from '../host/presentError.ts';
import { UserError } from '../host/userError.ts';
import { showErrorMessage, showWarningMessage } from './window.ts';

const reading = new WeakSet<object>();

/** Commands that spend, revoke and delete nothing, whatever is answered: only these are offered again after a failure. */
export function readsOnly<Commands extends Readonly<Record<string, object>>>(commands: Commands): Commands {
  for (const handler of Object.values(commands)) reading.add(handler);
  return commands;
}

/**
 * @param handler of the command that failed
 * @param run runs it again
 */
export async function presentFailure(
  error: unknown,
  log: Log,
  handler: object,
  run: () => Promise<void>,
): Promise<void> {
  const { cause } = error instanceof FailureOf ? error : { cause: error };
  const canRepeat = cause instanceof ApiError && cause.details.canRepeat === true && reading.has(handler);
  await presentError(error, log, canRepeat ? [{ title: l10n.t('Try Again'), run }] : []);
}

export async function presentError(
  error: unknown,
  log: Log,
  more: readonly FailureAction[] = [],
): Promise<void> {
  if (isAborted(error instanceof FailureOf ? error.cause : error)) return;
  logError(error, log);
  if (error instanceof UserError) {
    void showWarningMessage(error.message);
    return;
  }
  const showLog = l10n.t('Show Log');
  const actions = [...(error instanceof FailureOf ? error.actions : []), ...more];
  const titles = actions.map(({ title }) => title);
  const chosen = await showErrorMessage(describeError(error), ...titles, showLog);
  if (chosen === showLog) log.show();
  else await actions.find(({ title }) => title === chosen)?.run();
}
