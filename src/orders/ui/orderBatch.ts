import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { itemAt } from '../../model/itemAt.ts';
import { labeled } from '../../model/words/labeled.ts';
import { attend, isWaitedFor } from '../../editor/dialogs/confirm.ts';
import { showErrorMessage, showInformationMessage, showWarningMessage } from '../../editor/dialogs/window.ts';
import { runCommand } from '../../editor/host/commands.ts';
import { describeError, logError } from '../../editor/host/presentError.ts';
import { UserError } from '../../editor/host/userError.ts';
import { signedInFirst } from '../../session/ui/signedInFirst.ts';
import { type BatchResult, isBooked, placeBatch, priceBatch } from '../batch.ts';
import type { Ordering } from '../ordering.ts';
import {
  agreesToBatch,
  batchReport,
  chooseFromTable,
  countsText,
  pricesReport,
  resultText,
  totalOf,
  unconfirmedBatchText,
} from './batchDialogs.ts';
import { amountsText } from './budgetText.ts';
import { chooseOrders, readOrderFiles, type ReadyFile } from './chooseOrders.ts';
import type { LeftOut } from './optionStep.ts';
import { notSentText } from './placeOrder.ts';
import { inCountedNotification } from './progress.ts';

type Parts = Omit<Ordering, 'facts' | 'checkOrder' | 'orders'>;

let isRunning = false;

/** Prices or places one batch at a time. Questions and notifications, which may stay unanswered, block nothing. */
async function oneAtATime<T>(run: () => Thenable<T>): Promise<T> {
  if (isRunning) {
    throw new UserError(
      l10n.t('Other orders are being priced or placed. Answer or cancel that notification first.'),
    );
  }
  isRunning = true;
  try {
    return await run();
  } finally {
    isRunning = false;
  }
}

/** Prices several order files, shows the total, and offers to place these orders. */
export async function priceOrders(parts: Parts, argument: unknown, all: unknown): Promise<void> {
  const priced = await priceFiles(parts, argument, all, l10n.t('Which orders do you want to price?'));
  if (!priced) return;
  const { ready, not } = priced;
  const place = l10n.t('Place Orders…');
  const show = l10n.t('Show Prices');
  const total = amountsText(totalOf(ready)) || l10n.t('nothing');
  const count = ready.length + not.length;
  const text = l10n.t('Priced {0} of {1} orders. Total: {2}.', ready.length, count, total);
  const buttons = ready.length > 0 ? [place, show] : [show];
  const answer = await showInformationMessage(text, ...buttons);
  if (answer === place) await runCommand('swath.placeOrders', undefined, priced.uris);
  if (answer === show)
    await parts.show(l10n.t('Prices of the orders'), pricesReport(ready, not, parts.account));
}

interface PricedFiles {
  /** Of all files, including those that can't be placed. */
  uris: readonly vscode.Uri[];
  ready: ReadyFile[];
  not: LeftOut[];
  /** What they weren't compared with. */
  gaps: readonly string[];
  isCancelled: boolean;
}

/** Prices several order files and places those that the user leaves selected, each with its own journal entry. */
export async function placeOrders(parts: Parts, argument: unknown, all: unknown): Promise<void> {
  const waiting = attend(Infinity);
  const priced = await priceFiles(parts, argument, all, l10n.t('What do you want to order?'));
  if (!priced || priced.isCancelled) return;
  const { not } = priced;
  if (priced.ready.length === 0) {
    const [first] = not;
    throw new UserError(
      l10n.t('None of the orders can be placed. {0}', first ? `${first.name}: ${first.why}` : ''),
    );
  }
  if (!(await isWaitedFor(waiting, l10n.t('What do you want to order?')))) return;
  const chosen = await chooseFromTable(priced.ready, not, parts.account);
  if (!chosen || chosen.length === 0) return;
  const attention = attend();
  const { signedIn } = chosen[0]?.ready ?? {};
  if (!signedIn) return;
  const prices = chosen.map(({ ready: { price } }) => price.total);
  const exceeded = await parts.placing.exceededBy(prices);
  if (!(await agreesToBatch(chosen, exceeded, parts.account, attention, priced.gaps))) return;

  const results = await oneAtATime(() => placeAll(parts, chosen, exceeded.length > 0));
  void parts.account.refresh();
  const report = batchReport(chosen, results, not, signedIn.connection.name);
  await parts.show(l10n.t('Order Results'), report);
  await reportEnd(chosen, results);
}

/** Prices what has no price yet, and returns the reason for each file that can't be placed. */
async function priceFiles(
  { session, account, prices, placing, journal, owned, context }: Parts,
  argument: unknown,
  all: unknown,
  title: string,
): Promise<PricedFiles | undefined> {
  await journal.read();
  const documents = await chooseOrders({ argument, all, title, placing, context: context() });
  if (!documents || !(await signedInFirst(session))) return undefined;
  const { files, leftOut: not } = await readOrderFiles(documents, context());
  // One request for all orders. Pricing doesn't wait for it.
  void account.readSince(Date.now());
  const reading = owned.readFiles();
  let isCancelled = false;
  const answers = await oneAtATime(() =>
    inCountedNotification(l10n.t('Pricing…'), async (report, signal) => {
      const bodies = files.map(({ body }) => body);
      const found = await priceBatch(prices, bodies, {
        signal,
        progress: done => report(done, files.length),
      });
      isCancelled = signal.aborted;
      return found;
    }),
  );
  await reading;
  const gaps = owned.gapTexts();
  const { imageOf = () => undefined } = context();
  const ready: ReadyFile[] = [];
  for (const [index, file] of files.entries()) {
    const { path: name, body } = file;
    const answer = answers[index];
    if (answer?.kind === 'failed') {
      not.push({ name, why: describeError(answer.error) });
      continue;
    }
    const readiness = await placing.readiness(body);
    if (readiness.kind === 'ready') {
      const repeats = owned.textsOf(body, imageOf);
      ready.push({ ...file, ready: readiness, placed: placing.placedOf(body), repeats });
    } else not.push({ name, why: notSentText(readiness) });
  }
  return { uris: documents.map(({ uri }) => uri), ready, not, gaps, isCancelled };
}

function placeAll(parts: Parts, chosen: readonly ReadyFile[], isTyped: boolean): Thenable<BatchResult[]> {
  const orders = chosen.map(({ body, ready: { price, signedIn, placedBefore } }) => ({
    body,
    agreed: { price, signedIn, placedBefore, isTyped },
  }));
  return inCountedNotification(l10n.t('Placing the order'), (report, signal) =>
    placeBatch(parts.placing, orders, {
      signal,
      progress: done => report(done, chosen.length),
      async goesOnAfter(result, index) {
        if ('error' in result) logError(result.error, parts.log);
        const goOn = l10n.t('Order the Rest');
        const message = l10n.t('"{0}" was not placed. {1}', itemAt(chosen, index).title, resultText(result));
        // A notification, because the user isn't waiting for a dialog now. An error stays open until it is answered.
        return (await showErrorMessage(message, goOn, l10n.t('Stop'))) === goOn;
      },
    }),
  );
}

async function reportEnd(files: readonly ReadyFile[], results: readonly BatchResult[]): Promise<void> {
  const unclear = results.flatMap(result => (result.kind === 'unclear' ? result.id : []));
  if (unclear.length > 0) {
    const check = l10n.t('Check Order Status');
    const message = unconfirmedBatchText(files, results);
    if ((await showErrorMessage(message, check)) === check) await runCommand('swath.resolveOrder', unclear);
    return;
  }
  const text = labeled(l10n.t('Orders'), countsText(results));
  if (results.every(isBooked)) void showInformationMessage(text);
  else void showWarningMessage(text);
}
