import * as l10n from '@vscode/l10n';

/** Why a file can't be read or written, in a few words; the error's own message if the cause isn't a common one. */
export function fileProblem(error: unknown): string {
  switch ((error as NodeJS.ErrnoException | undefined)?.code) {
    case 'ENOENT':
      return l10n.t('file not found');
    case 'ENOTDIR':
      return l10n.t('not a folder');
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return l10n.t('access denied');
    case 'ENOSPC':
    case 'EDQUOT':
      return l10n.t('disk full');
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
