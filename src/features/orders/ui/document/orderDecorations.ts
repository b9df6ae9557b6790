import { computed } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { labeled } from '../../../../base/words/labeled.ts';
import { utcText } from '../../../../base/words/moment.ts';
import { safeLabel } from '../../../../base/words/safeText.ts';
import type { FileDecorator } from '../../../../platform/documents/fileDecorations.ts';
import { orderFilePattern, readOrderBody } from '../../../../platform/documents/swathDocuments.ts';
import { readForeign } from '../../../../platform/files/files.ts';
import { onLaterChange } from '../../../../platform/host/onChange.ts';
import type { DraftNames } from '../../draftNames.ts';
import { isUnconfirmed, listAttempts, placedSince } from '../../orderAttempts.ts';
import type { Ordering } from '../../ordering.ts';
import { ordersOn } from '../../ordersHere.ts';
import type { Placing } from '../../placing.ts';
import { bodyHash } from '../../rules/orderBody.ts';
import { notConfirmedText, placedText } from '../words/placed.ts';
import { totalsText } from '../words/price.ts';
import { listedPhase } from './orderLenses.ts';

type Parts = Pick<Ordering, 'session' | 'account' | 'prices' | 'journal' | 'orders'> &
  Pick<Placing, 'isOnItsWay'> & { draftNames: () => Promise<Pick<DraftNames, 'isLater'>> };

/** Longer files are unlikely to be orders, bytes. */
const longestFile = 1_000_000;

/** Decorates files by what became of exactly this order, but not of the same one of an earlier file; while signed out, on any connection. Sends no requests. */
export function decorateOrders(
  { session, account, prices, journal, orders, isOnItsWay, draftNames }: Parts,
  changed: () => void,
): FileDecorator {
  const attempts = computed(() => {
    const now = session.current.value;
    const destination = 'connection' in now ? ordersOn(now.connection, account) : undefined;
    return listAttempts(journal.known.value, destination);
  });
  /** Hashes of bodies, by URI. A file is read again only after it changed. */
  const hashes = new Map<string, Promise<string | undefined>>();
  const forget = (uri: vscode.Uri) => {
    if (hashes.delete(uri.toString())) changed();
  };
  const watcher = vscode.workspace.createFileSystemWatcher(orderFilePattern);
  const following = vscode.Disposable.from(
    onLaterChange([attempts, prices.current, orders.current], changed),
    watcher,
    watcher.onDidChange(forget),
    watcher.onDidCreate(forget),
    vscode.workspace.onDidOpenTextDocument(({ uri }) => forget(uri)),
    vscode.workspace.onDidChangeTextDocument(({ document }) => forget(document.uri)),
    // Without the edits that weren't saved.
    vscode.workspace.onDidCloseTextDocument(({ uri }) => forget(uri)),
  );

  async function decorationByHash(
    { path }: vscode.Uri,
    hash: string,
  ): Promise<vscode.FileDecoration | undefined> {
    const same = attempts.peek().filter(attempt => attempt.bodyHash === hash);
    const open = same.findLast(attempt => isUnconfirmed(attempt) && !isOnItsWay(attempt.id));
    if (open) return decoration('?', 'list.warningForeground', notConfirmedText(utcText(open.at)));
    const placed = placedSince(same, hash);
    if (placed && !(await draftNames()).isLater(path, placed.at)) {
      const phase = listedPhase(placed.orderId, orders);
      const text = placedText(placed, phase, utcText);
      if (phase === 'delivered') return decoration('✓', 'charts.green', text);
      return phase === 'failed'
        ? decoration('✗', 'list.errorForeground', text)
        : decoration('…', 'charts.purple', text);
    }
    const price = prices.current.peek().get(hash);
    if (price?.kind !== 'priced') return undefined;
    return decoration('¤', 'charts.blue', labeled(l10n.t('Price'), totalsText(price.price)));
  }

  return {
    async decorate(uri) {
      const key = uri.toString();
      const reading = hashes.get(key) ?? fileBodyHash(uri).catch(() => undefined);
      hashes.set(key, reading);
      const hash = await reading;
      return hash === undefined ? undefined : decorationByHash(uri, hash);
    },
    dispose: () => void following.dispose(),
  };
}

const decoration = (badge: string, color: string, tooltip: string) =>
  new vscode.FileDecoration(badge, safeLabel(tooltip), new vscode.ThemeColor(color));

/** Of the body in the editor, or else in the file. Other file systems may be on a network. */
async function fileBodyHash(uri: vscode.Uri): Promise<string | undefined> {
  const key = uri.toString();
  const open = vscode.workspace.textDocuments.find(document => document.uri.toString() === key);
  const text = open?.getText() ?? (uri.scheme === 'file' ? await readForeign(uri.fsPath, longestFile) : '');
  const body = text.length > longestFile ? undefined : readOrderBody({ getText: () => text });
  return body && bodyHash(body);
}
