// The editor as a page sees it, which keeps nothing and answers nothing. It must be there before the page starts.
Object.assign(globalThis, {
  acquireVsCodeApi: () => ({
    postMessage: (message: { kind: string; message?: string }) => {
      // The page has no outline of the land here, and goes on without.
      if (message.kind === 'fault') console.warn(message.message);
    },
    getState: () => undefined,
    setState: () => undefined,
  }),
});
