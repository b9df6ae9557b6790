import * as l10n from '@vscode/l10n';
import { ApiError } from '../../service/wire/errors.ts';
import { describeError } from '../../platform/host/presentError.ts';
import { UserError } from '../../platform/host/userError.ts';

/** What a model reads when its call failed: what happened, and what to do next. */
export function toolFailure(error: unknown): string {
  const next = nextStep(error);
  return next === undefined ? describeError(error) : `${describeError(error)} ${next}`;
}

/** `undefined` if the message says it. */
function nextStep(error: unknown): string | undefined {
  if (error instanceof UserError) return undefined;
  const cause = error instanceof Error && error.cause instanceof ApiError ? error.cause : error;
  if (!(cause instanceof ApiError)) return tellUserText();
  switch (cause.kind) {
    case 'invalid':
      return correctInputText();
    case 'notFound':
      return l10n.t('Search or list again, and use the IDs that are returned.');
    case 'denied':
      return l10n.t(
        'Tell the user instead of calling it again. The user can run "Swath: Diagnose Connection".',
      );
    case 'shape':
    case 'damaged':
      return tellUserText();
    case 'suspended':
    case 'rateLimited':
    case 'server':
    case 'network':
    case 'timeout':
    case 'aborted':
      return undefined;
  }
}

export function correctInputText(): string {
  return l10n.t('Correct the input and call the tool again.');
}

function tellUserText(): string {
  return l10n.t('Tell the user: the details are in the log, "Swath: Show Log".');
}
