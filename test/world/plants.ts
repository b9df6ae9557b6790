import type { Plant } from './window.ts';

/** Faults that the world has to find, by the name for `--plant`. */
export const plants: Readonly<Record<string, Plant>> = {
  /** An order whose answer is lost is sent again. */
  repeatedOrder: {
    client: client => ({
      ...client,
      async orderSlot() {
        const slot = await client.orderSlot();
        const place = (body: unknown) => slot.place(body).catch(() => slot.place(body));
        return { ...slot, place };
      },
    }),
  },
  /** What must leave once is sent as everything else. */
  repeatableRequest: {
    fetch: fetch => (url, init) => fetch(url, { ...init, once: false }),
  },
  /** The token is taken along in an address. */
  tokenInAddress: {
    fetch: fetch => (url, init) => {
      const token = new Headers(init.headers).get('Authorization')?.slice('Bearer '.length);
      return fetch(token === undefined ? url : `${url}/${token}`, init);
    },
  },
};
