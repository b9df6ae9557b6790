import * as l10n from '@vscode/l10n';
import { numberText } from '../../../base/words/displayLanguage.ts';
import { isoDay } from '../../../base/words/moment.ts';
import { saveCsv } from '../../../platform/files/saveFile.ts';
import { readingError, readValue } from '../../../platform/host/reading.ts';
import { UserError } from '../../../platform/host/userError.ts';
import type { Ledger } from '../ledger.ts';
import { ledgerCsv } from '../rules/ledgerCsv.ts';

/** Writes the whole ledger to a CSV file that the user names. */
export async function exportLedger(ledger: Pick<Ledger, 'current' | 'read'>): Promise<void> {
  await ledger.read();
  const reading = ledger.current.peek();
  // After a failed read, the known entries aren't complete.
  const failure = readingError(reading);
  if (failure !== undefined) throw failure as Error;
  const entries = readValue(reading) ?? [];
  if (entries.length === 0) throw new UserError(l10n.t('The ledger is empty.'));
  const { length } = entries;
  const counted = length === 1 ? l10n.t('1 entry') : l10n.t('{0} entries', numberText(length));
  await saveCsv(`swath-ledger-${isoDay(Date.now())}`, ledgerCsv(entries), counted);
}
