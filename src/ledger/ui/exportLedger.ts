import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { ledgerCsv } from '../../model/ledger/ledgerCsv.ts';
import type { LedgerEntry } from '../../model/ledger/ledgerEntry.ts';
import { isoDay } from '../../model/words/moment.ts';
import { UserError } from '../../editor/userError.ts';
import { revealFile } from '../../deliveries/ui/offerFile.ts';
import type { Ledger } from '../ledger.ts';
import { valueOf } from '../../editor/reading.ts';
import { numberText } from '../../model/words/displayLanguage.ts';
import { showInformationMessage, showQuickPick } from '../../editor/window.ts';

/** Writes the ledger as CSV to a file that the user names: all of it, or what passes the filter of the view (`shown`). */
export async function exportLedger(
  ledger: Pick<Ledger, 'current' | 'read'>,
  shown: (entries: readonly LedgerEntry[]) => readonly LedgerEntry[],
): Promise<void> {
  await ledger.read();
  const reading = ledger.current.peek();
  if (reading.kind === 'failed') throw reading.error;
  // What was known before is not all of it.
  if ('stale' in reading) throw reading.stale;
  const all = valueOf(reading) ?? [];
  if (all.length === 0) {
    throw new UserError(
      l10n.t(
        'The ledger is empty. It will contain the prices, orders, revocations and key actions of this machine.',
      ),
    );
  }
  const entries = await chooseEntries(all, shown(all));
  if (!entries) return;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const name = `swath-ledger-${isoDay(Date.now())}.csv`;
  const uri = await vscode.window.showSaveDialog({
    title: l10n.t('Export the Ledger'),
    filters: { CSV: ['csv'] },
    ...(folder ? { defaultUri: vscode.Uri.joinPath(folder, name) } : {}),
  });
  if (!uri) return;
  await vscode.workspace.fs.writeFile(uri, Buffer.from(ledgerCsv(entries)));
  const reveal = l10n.t('Reveal File');
  const message =
    entries.length === 1
      ? l10n.t('Wrote 1 entry to {0}.', uri.fsPath)
      : l10n.t('Wrote {0} entries to {1}.', numberText(entries.length), uri.fsPath);
  if ((await showInformationMessage(message, reveal)) === reveal) await revealFile(uri.fsPath);
}

/** Asked only where the filter of the view hides some. `undefined` when the user leaves. */
async function chooseEntries(
  all: readonly LedgerEntry[],
  shown: readonly LedgerEntry[],
): Promise<readonly LedgerEntry[] | undefined> {
  if (shown.length === 0 || shown.length === all.length) return all;
  const items = [
    { label: l10n.t('All'), description: numberText(all.length), entries: all },
    {
      label: l10n.t('Filtered Entries'),
      description: numberText(shown.length),
      entries: shown,
    },
  ];
  const title = l10n.t('Which entries do you want to export?');
  return (await showQuickPick(items, { title, ignoreFocusOut: true }))?.entries;
}
