/**
 * Runs one after another: what is requested during a run shares one more run after it, however often it is requested.
 *
 * @returns resolves when a run has ended that began after the call
 */
export function rerunning(run: () => Promise<void>): () => Promise<void> {
  let isStale = false;
  let running: Promise<void> | undefined;
  async function runWhileStale() {
    while (isStale) {
      isStale = false;
      await run();
    }
  }
  return () => {
    isStale = true;
    running ??= runWhileStale().finally(() => (running = undefined));
    return running;
  };
}
