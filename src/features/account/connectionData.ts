import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import * as l10n from '@vscode/l10n';
import { isRecord } from '../../base/fields.ts';
import type { Order } from '../../service/rules/order.ts';
import { eraseLines } from '../../platform/files/eraseLines.ts';
import { unlessMissing } from '../../platform/files/files.ts';
import { forgetSeen, removePictures } from '../images/index.ts';
import { isUnconfirmed, type Journal, listAttempts, type OrderAttempt } from '../orders/index.ts';

/** What identifies the downloads of an order. */
type OrderOfParts = Pick<Order, 'id' | 'kind' | 'deliveries'>;

export interface Removal {
  /** What is removed, and where it is. */
  what: string;
  remove: () => Promise<unknown>;
}

export interface Left extends Removal {
  /** Why it is still there. */
  error: unknown;
}

/** Tries all. @returns those that failed */
export async function tryAll(removals: readonly Removal[]): Promise<Left[]> {
  const ended = await Promise.allSettled(removals.map(({ remove }) => remove()));
  return removals.flatMap((removal, index) => {
    const end = ended[index];
    return end?.status === 'rejected' ? [{ ...removal, error: end.reason as unknown }] : [];
  });
}

export interface ConnectionDataParts {
  journal: Pick<Journal, 'read'>;
  /** Path of a file or folder in the extension's storage. */
  storagePath: (name: string) => string;
  /** Removes the parts of downloads that were kept to go on with. */
  removeParts: (connection: string, orders: readonly OrderOfParts[]) => Promise<void>;
  /** Removes what the editor keeps for Swath. */
  forget: (connection: string) => Promise<void>;
}

export type ConnectionData = ReturnType<typeof createConnectionData>;

/** What Swath keeps of a connection on this machine, besides its key and its entry in the settings. */
export function createConnectionData(parts: ConnectionDataParts) {
  const { journal, storagePath } = parts;

  async function attemptsOn(connection: string): Promise<OrderAttempt[]> {
    return listAttempts(await journal.read(), undefined).filter(attempt => attempt.connection === connection);
  }

  /** Only lines of orders that have ended by now: another window may begin one at any time. */
  async function eraseOrders(attempts: readonly OrderAttempt[]) {
    const ended = new Set(attempts.filter(attempt => !isUnconfirmed(attempt)).map(({ id }) => id));
    await eraseLines(storagePath('journal.jsonl'), line => isRecord(line) && ended.has(String(line.id)));
    await journal.read();
  }

  async function eraseLedger(connection: string) {
    const folder = storagePath('ledger');
    for (const name of (await unlessMissing(readdir(folder))) ?? [])
      if (name.endsWith('.jsonl'))
        await unlessMissing(
          eraseLines(join(folder, name), line => isRecord(line) && line.connection === connection),
        );
  }

  return {
    /** Orders of the connection that aren't confirmed: their lines in the journal stay. */
    unconfirmed: async (connection: string) => (await attemptsOn(connection)).filter(isUnconfirmed),
    /**
     * Everything else, to be removed.
     *
     * @param listed the orders that the service lists for it, as far as they are known
     */
    async removals(connection: string, listed: readonly OrderOfParts[]): Promise<Removal[]> {
      const attempts = await attemptsOn(connection);
      const placed = attempts.flatMap(({ outcome, orderKind: kind }) =>
        outcome?.event === 'placed' ? [{ id: outcome.orderId, kind, deliveries: [] }] : [],
      );
      const at = (what: string, name: string) => `${what} (${storagePath(name)})`;
      return [
        {
          what: l10n.t('parts of unfinished downloads'),
          remove: () => parts.removeParts(connection, [...listed, ...placed]),
        },
        { what: at(l10n.t('journal of orders'), 'journal.jsonl'), remove: () => eraseOrders(attempts) },
        { what: at(l10n.t('ledger'), 'ledger'), remove: () => eraseLedger(connection) },
        {
          what: at(l10n.t('pictures'), 'pictures'),
          remove: () => removePictures(storagePath('pictures'), connection),
        },
        {
          what: at(l10n.t('memory of saved searches'), 'seen'),
          remove: () => forgetSeen(storagePath('seen'), connection),
        },
        { what: l10n.t('shortlist of this workspace'), remove: () => parts.forget(connection) },
      ];
    },
  };
}
