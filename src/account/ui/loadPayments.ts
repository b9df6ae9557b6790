import * as l10n from '@vscode/l10n';
import type { Payment } from '../../model/account/payment.ts';
import { paymentsCsv } from '../../model/account/paymentsCsv.ts';
import { isoDay } from '../../model/words/moment.ts';
import { inCancellableNotification } from '../../editor/dialogs/window.ts';
import { openDraft } from '../../editor/documents/openDraft.ts';
import { failureOf, valueOf } from '../../editor/host/reading.ts';
import { UserError } from '../../editor/host/userError.ts';
import type { PagedReader } from '../../session/reader.ts';
import { extentText } from './paymentRows.ts';

/** Loads the payments that aren't loaded yet, with progress. What was loaded stays after a failure or *Cancel*. */
export async function loadPayments(payments: PagedReader<Payment>): Promise<void> {
  if (valueOf(payments.current.peek())?.isLast === true) return;
  await inCancellableNotification(l10n.t('Loading all payments'), (cancelled, report) =>
    payments.all(cancelled, loaded => report(extentText(loaded.items.length, loaded))),
  );
}

/** Opens all payments as an unsaved CSV document. Nothing opens if the user cancels loading them. */
export async function exportPayments(payments: PagedReader<Payment>): Promise<void> {
  await loadPayments(payments);
  const reading = payments.current.peek();
  const loaded = valueOf(reading);
  const failure = loaded?.more.kind === 'failed' ? loaded.more.error : failureOf(reading);
  if (failure !== undefined) throw failure as Error;
  if (!loaded?.isLast) return;
  if (loaded.items.length === 0) throw new UserError(l10n.t('No payments'));
  await openDraft({
    name: `swath-payments-${isoDay(Date.now())}`,
    ending: '.csv',
    text: paymentsCsv(loaded.items),
  });
}
