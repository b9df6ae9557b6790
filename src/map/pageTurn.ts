/** When another page takes the place of the one that is shown. */
export interface PageTurn<T> {
  /** Loads another page, but never while something is in hand on the one that is shown: it comes when that is done. */
  wish: (page: T) => void;
  /** Whether something is in hand on the page; a page that has just come has nothing in hand. */
  setBusy: (isBusy: boolean) => void;
}

/** @param onWait called where a page has to wait that none waited before */
export function createPageTurn<T>(load: (page: T) => void, onWait: () => void): PageTurn<T> {
  let isBusy = false;
  let waiting: { page: T } | undefined;
  return {
    wish(page) {
      if (!isBusy) {
        load(page);
        return;
      }
      if (!waiting) onWait();
      waiting = { page };
    },
    setBusy(now) {
      isBusy = now;
      if (now || !waiting) return;
      const { page } = waiting;
      waiting = undefined;
      load(page);
    },
  };
}
