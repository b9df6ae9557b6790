import { hourMs } from '../../../../base/words/moment.ts';
import { onChange } from '../../../../platform/host/onChange.ts';
import type { ArrangementOwner } from '../../../../platform/rows/arrangementOwner.ts';
import { createRowTree, type RowTree } from '../../../../platform/rows/rowTree.ts';
import type { ServiceClock } from '../../../../session/serviceClock.ts';
import type { SessionOwner } from '../../../../session/session.ts';
import type { KeyInUseOwner, KeyList } from '../../keyInUse.ts';
import { expiryNotice, keysDescription, type KeysState } from './keysHead.ts';

/** How often remaining days are updated in a window that stays open, milliseconds. */
const countEveryMs = hourMs;

/**
 * The API Keys view, with a badge when the key in use expires soon.
 *
 * @param selectKeyInUse asks the user which of the keys is in use
 */
export function registerKeysView(
  session: SessionOwner,
  list: KeyList,
  inUse: KeyInUseOwner,
  arrangement: ArrangementOwner,
  clock: ServiceClock,
  selectKeyInUse: () => Promise<void>,
): RowTree {
  const state = (): KeysState => ({
    reading: list.current.peek(),
    kept: inUse.current.peek(),
    now: clock.now(),
  });
  const signals = [session.current, list.current, inUse.current, arrangement.current, clock.aheadMs];
  const tree = createRowTree('swath.keys', signals, async () => {
    const { keysRows } = await import('./keysRows.ts');
    const actions = { retry: () => void list.refresh(), selectKeyInUse };
    return () => {
      if (session.current.peek().kind !== 'signedIn') return [];
      list.need();
      return keysRows(state(), arrangement.current.peek(), actions);
    };
  });

  function mark() {
    tree.describe(keysDescription(list.current.peek()));
    const notice = expiryNotice(state());
    tree.view.badge = notice === undefined ? undefined : { value: 1, tooltip: notice };
  }

  const timer = setInterval(mark, countEveryMs);
  tree.register(onChange(signals, mark), { dispose: () => clearInterval(timer) });
  return tree;
}
