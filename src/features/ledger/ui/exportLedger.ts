import * as l10n from '@vscode/l10n';
import { isoDay } from '../../../base/words/moment.ts';
import { openDraft } from '../../../platform/documents/openDraft.ts';
import { readingError, readValue } from '../../../platform/host/reading.ts';
import { UserError } from '../../../platform/host/userError.ts';
import type { Ledger } from '../ledger.ts';
import { ledgerCsv } from '../rules/ledgerCsv.ts';

/** Opens the whole ledger as an unsaved CSV document. */
export async function exportLedger(ledger: Pick<Ledger, 'current' | 'read'>): Promise<void> {
  await ledger.read();
  const reading = ledger.current.peek();
  // After a failed read, the known entries aren't complete.
  const failure = readingError(reading);
  if (failure !== undefined) throw failure as Error;
  const entries = readValue(reading) ?? [];
  if (entries.length === 0) throw new UserError(l10n.t('The ledger is empty.'));
  await openDraft({
    name: `swath-ledger-${isoDay(Date.now())}`,
    ending: '.csv',
    text: ledgerCsv(entries),
  });
}
