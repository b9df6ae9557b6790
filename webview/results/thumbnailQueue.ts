import type { ToHost } from '../../src/shared/protocol.ts';
import { sameIds } from '../app/selectionEcho.ts';

const restMs = 100;

/** Asks for the thumbnails that are in view, some time after the last change, and takes back those that are not. */
export function createThumbnailQueue(post: (message: ToHost) => void) {
  const asked = new Set<string>();
  let wanted: readonly string[] = [];
  let resting: ReturnType<typeof setTimeout> | undefined;

  const isAsked = () => wanted.length === asked.size && wanted.every(id => asked.has(id));

  function ask(): void {
    resting = undefined;
    if (isAsked()) return;
    asked.clear();
    for (const id of wanted) asked.add(id);
    post({ kind: 'thumbnails', ids: wanted });
  }

  return {
    /** @param ids the most wanted first; without those that are there or cannot be had */
    want: (ids: readonly string[]) => {
      // The same again must not put off what is about to be asked.
      if (sameIds(ids, wanted) && (resting !== undefined || isAsked())) return;
      wanted = ids;
      clearTimeout(resting);
      resting = setTimeout(ask, restMs);
    },
    /** That it came, or a reason why not. */
    arrived: (id: string) => asked.delete(id),
  };
}
