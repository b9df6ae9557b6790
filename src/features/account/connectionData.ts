import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isRecord } from '../../base/fields.ts';
import type { Order } from '../../service/rules/order.ts';
import { eraseLines } from '../../platform/files/eraseLines.ts';
import { unlessMissing } from '../../platform/files/files.ts';
import { forgetSeen, removePictures } from '../images/index.ts';
import { attemptsOf, isUnconfirmed, type Journal, type OrderAttempt } from '../orders/index.ts';

/** What identifies the downloads of an order. */
type OrderOfParts = Pick<Order, 'id' | 'kind' | 'deliveries'>;

/** What Swath keeps of a connection on this machine, besides its key and its entry in the settings. */
export interface ConnectionData {
  /** Orders of the connection that aren't confirmed: their lines in the journal stay. */
  unconfirmed(connection: string): Promise<OrderAttempt[]>;
  /**
   * Removes everything else. Tries all of it, and throws what failed.
   *
   * @param listed the orders that the service lists for it, as far as they are known
   */
  remove(connection: string, listed: readonly OrderOfParts[]): Promise<void>;
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

export function createConnectionData(parts: ConnectionDataParts): ConnectionData {
  const { journal, storagePath } = parts;

  async function attemptsOn(connection: string): Promise<OrderAttempt[]> {
    return attemptsOf(await journal.read(), undefined).filter(attempt => attempt.connection === connection);
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
    unconfirmed: async connection => (await attemptsOn(connection)).filter(isUnconfirmed),
    async remove(connection, listed) {
      const attempts = await attemptsOn(connection);
      const placed = attempts.flatMap(({ outcome, orderKind: kind }) =>
        outcome?.event === 'placed' ? [{ id: outcome.orderId, kind, deliveries: [] }] : [],
      );
      const ended = await Promise.allSettled([
        parts.removeParts(connection, [...listed, ...placed]),
        eraseOrders(attempts),
        eraseLedger(connection),
        removePictures(storagePath('pictures'), connection),
        forgetSeen(storagePath('seen'), connection),
        parts.forget(connection),
      ]);
      const failures = ended.flatMap(end => (end.status === 'rejected' ? [end.reason as unknown] : []));
      if (failures.length > 0) throw failures[0];
    },
  };
}
