import * as l10n from '@vscode/l10n';
import { numberText } from '../../../../base/words/displayLanguage.ts';
import { isoDay } from '../../../../base/words/moment.ts';
import type { Payment } from '../../../../service/rules/payment.ts';
import { inCancellableNotification } from '../../../../platform/dialogs/window.ts';
import { saveCsv } from '../../../../platform/files/saveFile.ts';
import { readingError, readValue } from '../../../../platform/host/reading.ts';
import { UserError } from '../../../../platform/host/userError.ts';
import type { PagedReader } from '../../../../session/reader.ts';
import { paymentsCsv } from '../../rules/paymentsCsv.ts';
import { extentText } from './paymentRows.ts';

/**
 * Loads the payments that aren't loaded yet, with progress; all of them again if they may be incomplete. What was loaded
 * stays after a failure or *Cancel*.
 */
export async function loadPayments(payments: PagedReader<Payment>): Promise<void> {
  const known = readValue(payments.current.peek());
  if (known?.isLast === true && !known.isUncertain) return;
  await inCancellableNotification(l10n.t('Loading all payments'), async (cancelled, report) => {
    if (known?.isUncertain) await payments.refresh();
    await payments.all(cancelled, loaded => report(extentText(loaded.items.length, loaded)));
  });
}

/**
 * Writes all payments to a CSV file that the user names, and says what it lacks. Nothing is written if the user cancels
 * loading them.
 */
export async function exportPayments(payments: PagedReader<Payment>): Promise<void> {
  await loadPayments(payments);
  const reading = payments.current.peek();
  const loaded = readValue(reading);
  const failure = loaded?.more.kind === 'failed' ? loaded.more.error : readingError(reading);
  if (failure !== undefined) throw failure as Error;
  if (!loaded?.isLast) return;
  const isPart = loaded.isUncertain === true || (loaded.unreadable ?? 0) > 0;
  if (loaded.items.length === 0 && !isPart) throw new UserError(l10n.t('No payments'));
  const { items } = loaded;
  const name = `swath-payments-${isPart ? 'partial-' : ''}${isoDay(Date.now())}`;
  const count = isPart ? extentText(items.length, loaded) : numberText(items.length);
  const note = isPart ? l10n.t("The others couldn't be read.") : undefined;
  await saveCsv(name, paymentsCsv(items), l10n.t('payments ({0})', count), note);
}
