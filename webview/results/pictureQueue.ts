import type { ToHost } from '../../src/shared/protocol.ts';
import { sameIds } from '../ui/selectionEcho.ts';

/** How long the view must stay the same before its pictures are requested, ms. */
const restMs = 100;

/** Requests the visible pictures some time after the last change, and cancels the others. */
export function createPictureQueue(post: (message: ToHost) => void, kind: 'thumbnails' | 'chips') {
  const requested = new Set<string>();
  let needed: readonly string[] = [];
  let resting: ReturnType<typeof setTimeout> | undefined;

  const isAsked = () => needed.length === requested.size && needed.every(id => requested.has(id));

  function ask(): void {
    resting = undefined;
    if (isAsked()) return;
    requested.clear();
    for (const id of needed) requested.add(id);
    post({ kind, ids: needed });
  }

  return {
    /** @param ids by priority, without those that have arrived or are unavailable */
    want: (ids: readonly string[]) => {
      // The same ids again must not delay the request.
      if (sameIds(ids, needed) && (resting !== undefined || isAsked())) return;
      needed = ids;
      clearTimeout(resting);
      resting = setTimeout(ask, restMs);
    },
    /** It arrived, or a reason why it can't. */
    arrived: (id: string) => requested.delete(id),
  };
}
