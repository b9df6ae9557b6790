// The editor as seen from a page, but it stores nothing and never answers. It must exist before the page starts.
Object.assign(globalThis, {
  acquireVsCodeApi: () => ({
    postMessage: (message: { kind: string; message?: string }) => {
      // The page has no outline of the land here and works without one.
      if (message.kind === 'fault') console.warn(message.message);
    },
    getState: () => undefined,
    setState: () => undefined,
  }),
});
