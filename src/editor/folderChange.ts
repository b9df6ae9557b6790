import { mkdirSync, watch } from 'node:fs';

/** Several lines are written at a time, milliseconds. */
const settleMs = 150;

/**
 * Calls back after a file in one of the folders has changed, which any window can do. Where the system cannot tell, it
 * never calls.
 */
export function onFolderChange(
  folders: readonly string[],
  isMeant: (name: string) => boolean,
  changed: () => void,
): { dispose(): void } {
  let timer: NodeJS.Timeout | undefined;
  const watchers = folders.flatMap(folder => {
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      const watcher = watch(folder, { persistent: false }, (_event, name) => {
        if (name !== null && !isMeant(name)) return;
        clearTimeout(timer);
        timer = setTimeout(changed, settleMs);
      });
      watcher.on('error', () => watcher.close());
      return [watcher];
    } catch {
      return [];
    }
  });
  return {
    dispose() {
      clearTimeout(timer);
      for (const watcher of watchers) watcher.close();
    },
  };
}
