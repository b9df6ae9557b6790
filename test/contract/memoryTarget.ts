import type { DownloadTarget } from '../../src/service/wire/deliveries.ts';

/** Keeps a download in memory, whole or not at all, and notes what became of it. */
export function memoryTarget() {
  const chunks: Uint8Array[] = [];
  const steps: string[] = [];
  const target: DownloadTarget = {
    write: chunk => Promise.resolve(void chunks.push(chunk.slice())),
    commit: () => Promise.resolve(void steps.push('commit')),
    discard: () => Promise.resolve(void steps.push('discard')),
  };
  const bytes = () => Buffer.concat(chunks);
  const clear = () => void (chunks.length = 0);
  return { target, steps, bytes, text: () => bytes().toString(), clear };
}
