import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { patient } from '../runSpeed.ts';

vi.setConfig({ testTimeout: patient(60_000) });

/** What `npm run fuzz` prints. */
function fuzz(...options: string[]): Promise<string> {
  const hooks = join(import.meta.dirname, '../bench/withoutVscode.mjs');
  const script = join(import.meta.dirname, 'fuzz.ts');
  return new Promise(resolve => {
    execFile(process.execPath, ['--import', hooks, script, ...options], (_error, stdout) => resolve(stdout));
  });
}

describe('the fuzzer', () => {
  it.each([
    ['plantedError', 'error', 'This is planted.'],
    ['plantedLoop', 'stuck', ''],
    ['plantedMemory', 'memory', ''],
    ['plantedHeap', 'memory', ''],
  ])('finds %s, step by step', async (target, kind, text) => {
    const lines = await fuzz(target, '--first', '--seed', '1', '--minutes', 'Infinity');
    expect(lines).toContain(`${target}: ${kind}, npm run fuzz -- ${target} --input `);
    expect(lines).toContain(text);
  });
});
