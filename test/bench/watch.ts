// npm run bench -- watch
//
// What it costs to watch orders: one list call a round, and one for each order that ended where the list says too little
// of it.
import type { BenchRow } from './benchRow.ts';
import { watchOrders } from './watchedOrders.ts';

const [open, rounds, changes] = [500, 20, 7];

export async function benchWatch(): Promise<BenchRow[]> {
  const rows: BenchRow[] = [];
  for (const dialect of ['deployed', 'specification'] as const) {
    for (const isListShort of [false, true]) {
      const cost = await watchOrders({ open, rounds, changes, dialect, isListShort });
      const list = isListShort ? 'list without deliveries' : 'whole list';
      const name = `${open} open orders, ${rounds} rounds, ${changes} delivered: ${dialect}, ${list}`;
      const limit = isListShort ? rounds + changes : rounds;
      const value = cost.lists + cost.singles;
      rows.push({ name, value, unit: 'calls', limit, ok: value <= limit && cost.delivered === changes });
      rows.push({ name: `${name}, a round`, value: cost.tookMs / rounds, unit: 'ms', ok: true });
    }
  }
  return rows;
}
