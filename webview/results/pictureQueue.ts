import type { ToHost } from '../../src/shared/protocol.ts';
import { sameIds } from '../app/selectionEcho.ts';

/** How long the view must stay the same before its pictures are requested, ms. */
const restMs = 100;

/** Requests the visible pictures some time after the last change, and cancels the others. */
export function createPictureQueue(post: (message: ToHost) => void, kind: 'thumbnails' | 'chips') {
  const asked = new Set<string>();
  let wanted: readonly string[] = [];
  let resting: ReturnType<typeof setTimeout> | undefined;

  const isAsked = () => wanted.length === asked.size && wanted.every(id => asked.has(id));

  function ask(): void {
    resting = undefined;
    if (isAsked()) return;
    asked.clear();
    for (const id of wanted) asked.add(id);
    post({ kind, ids: wanted });
  }

  return {
    /** @param ids by priority, without those that have arrived or are unavailable */
    want: (ids: readonly string[]) => {
      // The same ids again must not delay the request.
      if (sameIds(ids, wanted) && (resting !== undefined || isAsked())) return;
      wanted = ids;
      clearTimeout(resting);
      resting = setTimeout(ask, restMs);
    },
    /** It arrived, or a reason why it can't. */
    arrived: (id: string) => asked.delete(id),
  };
}
