// npm run bench -- watch
//
// What it costs to watch orders: one list call a round, and one for each order that ended where the list says too little
// of it.
import type { Measurement } from './benchRow.ts';
import { watchOrders } from './watchedOrders.ts';

const [open, rounds, changes] = [500, 20, 7];

export async function benchWatch(): Promise<Measurement[]> {
  const rows: Measurement[] = [];
  for (const dialect of ['deployed', 'specification'] as const) {
    for (const isListShort of [false, true]) {
      const cost = await watchOrders({ open, rounds, changes, dialect, isListShort });
      const list = isListShort ? 'list without deliveries' : 'whole list';
      const name = `${open} open orders, ${rounds} rounds, ${changes} delivered: ${dialect}, ${list}`;
      const most = isListShort ? rounds + changes : rounds;
      const holds = [[`${changes} shown as delivered`, cost.delivered === changes]] as const;
      rows.push({ name, unit: 'calls', runs: [cost.lists + cost.singles], most, holds });
      rows.push({ name: `${name}, a round`, unit: 'ms', runs: [cost.tookMs / rounds] });
    }
  }
  return rows;
}
