import { sameIds } from '../../ui/selectionEcho.ts';

/** How long the view must stay the same before its pictures are requested, ms. */
const restMs = 100;

/** Requests the visible pictures some time after the last change, and cancels the others. */
export function createPictureQueue(load: (id: string, signal: AbortSignal) => Promise<void>) {
  const running = new Map<string, AbortController>();
  const requested = new Set<string>();
  let needed: readonly string[] = [];
  let resting: ReturnType<typeof setTimeout> | undefined;

  const isRequested = () => needed.length === requested.size && needed.every(id => requested.has(id));

  async function start(id: string): Promise<void> {
    const controller = new AbortController();
    running.set(id, controller);
    await load(id, controller.signal);
    if (running.get(id) !== controller) return;
    running.delete(id);
    // If it is still needed then, it is requested again: it may have been for another area.
    requested.delete(id);
  }

  function request(): void {
    resting = undefined;
    if (isRequested()) return;
    requested.clear();
    for (const id of needed) requested.add(id);
    for (const [id, controller] of running) {
      if (requested.has(id)) continue;
      running.delete(id);
      controller.abort();
    }
    // The host loads the most recent request first, so the most urgent one must be last.
    for (const id of needed.toReversed()) if (!running.has(id)) void start(id);
  }

  return {
    /** @param ids by priority, without those that have arrived or are unavailable */
    want: (ids: readonly string[]) => {
      // The same ids again must not delay the request.
      if (sameIds(ids, needed) && (resting !== undefined || isRequested())) return;
      needed = ids;
      clearTimeout(resting);
      resting = setTimeout(request, restMs);
    },
  };
}
