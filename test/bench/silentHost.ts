// The editor as seen from a page, but it stores nothing, and only a bench answers. It must exist before the page starts.
import type { ToHost } from '../../src/protocol/protocol.ts';

/** What the page posts, for the bench. */
export const posted = new EventTarget();

Object.assign(globalThis, {
  acquireVsCodeApi: () => ({
    postMessage: (message: ToHost) => {
      // The page has no outline of the land here and works without one.
      if (message.kind === 'fault') console.warn(message.message);
      posted.dispatchEvent(new CustomEvent('message', { detail: message }));
    },
    getState: () => undefined,
    setState: () => undefined,
  }),
});
