import { effect, type ReadonlySignal } from '@preact/signals-core';

/** Items that arrive within this time are shown together, in milliseconds. */
const gatherMs = 300;
/** How long other windows wait for the focused window, in milliseconds. */
const giveWayMs = 7000;

/** `ended`: delivered or failed. `late`: in progress for longer than the age in the settings. */
export type NewsKind = 'ended' | 'late';

/**
 * Shows each notification in only one window on this machine.
 *
 * @param claim returns `true` for the first window on the machine
 * @param show called in that window only, with everything that arrived together
 */
export function createOrderNews(
  claim: (kind: NewsKind, orderId: string) => Promise<boolean>,
  isFocused: ReadonlySignal<boolean>,
  show: (kind: NewsKind, orderIds: readonly string[]) => void,
) {
  const handled = new Set<string>();
  const waiting = new Map<string, { kind: NewsKind; id: string }>();
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;

  async function claimAll() {
    timer = undefined;
    const all = [...waiting.values()];
    waiting.clear();
    const mine: Record<NewsKind, string[]> = { ended: [], late: [] };
    for (const { kind, id } of all) {
      // If nothing can be marked, every window shows it: twice is better than never.
      if (await claim(kind, id).catch(() => true)) mine[kind].push(id);
    }
    if (isOver) return;
    for (const kind of ['ended', 'late'] as const) if (mine[kind].length > 0) show(kind, mine[kind]);
  }

  function wait(milliseconds: number) {
    clearTimeout(timer);
    timer = setTimeout(() => void claimAll(), milliseconds);
  }

  const stop = effect(() => {
    if (isFocused.value && timer) wait(gatherMs);
  });

  return {
    /** Can be called repeatedly with the same orders. */
    offer(kind: NewsKind, orderIds: readonly string[]): void {
      for (const id of orderIds) {
        const name = `${kind}/${id}`;
        if (handled.has(name)) continue;
        handled.add(name);
        waiting.set(name, { kind, id });
      }
      if (waiting.size > 0 && !timer) wait(isFocused.peek() ? gatherMs : giveWayMs);
    },
    dispose(): void {
      isOver = true;
      stop();
      clearTimeout(timer);
      timer = undefined;
      waiting.clear();
    },
  };
}
