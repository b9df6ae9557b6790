import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Log } from '../../../src/platform/log.ts';
import { settle } from '../state/fakes.ts';
import { screenText, scripted } from '../commands/scriptedWindow.ts';

vi.mock('vscode', async () => (await import('../commands/scriptedWindow.ts')).scriptedVscode);

const { createSecretClipboard } = await import('../../../src/platform/secretClipboard.ts');

const secret = 'AAECAwQFBgcICQoLDA0ODw==';
const lines: unknown[] = [];
const log = { error: (line: unknown) => lines.push(line) } as unknown as Log;

function bench() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  return createSecretClipboard(log);
}

beforeEach(() => {
  scripted.reset();
  lines.length = 0;
});

describe('a secret on the clipboard', () => {
  it('is gone after a minute, and the status bar says so as long', async () => {
    const clipboard = bench();
    await clipboard.copy(secret);
    expect(scripted.clipboard).toBe(secret);
    expect(scripted.statusBar).toEqual(['$(key) Key on the clipboard for 60 s']);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(scripted.clipboard).toBe(secret);
    await vi.advanceTimersByTimeAsync(1);
    expect([scripted.clipboard, scripted.statusBar]).toEqual(['', []]);
    expect(screenText()).not.toContain(secret);
  });

  it('takes nothing away that was copied meanwhile', async () => {
    const clipboard = bench();
    await clipboard.copy(secret);
    scripted.clipboard = 'a shopping list';
    await vi.advanceTimersByTimeAsync(60_000);
    expect([scripted.clipboard, scripted.statusBar]).toEqual(['a shopping list', []]);
  });

  it('stays its own minute when another one was there before', async () => {
    const clipboard = bench();
    await clipboard.copy('the first==');
    await vi.advanceTimersByTimeAsync(40_000);
    await clipboard.copy(secret);
    expect(scripted.statusBar).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(scripted.clipboard).toBe(secret);
    await vi.advanceTimersByTimeAsync(1);
    expect(scripted.clipboard).toBe('');
  });

  it.each(['clear', 'dispose'] as const)('is gone at the end of the window (%s), once', async end => {
    const clipboard = bench();
    await clipboard.copy(secret);
    void clipboard[end]();
    await settle();
    expect([scripted.clipboard, scripted.statusBar]).toEqual(['', []]);
    scripted.clipboard = secret;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(scripted.clipboard).toBe(secret);
  });

  it('that cannot be taken off is told of, without being shown', async () => {
    const clipboard = bench();
    await clipboard.copy(secret);
    scripted.clipboardFails = true;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(scripted.shown.map(({ text }) => text)).toEqual([
      'The clipboard could not be cleared: it may still hold the API key. Copy something else.',
    ]);
    expect(lines).toHaveLength(1);
    expect(String(lines)).not.toContain(secret);
  });

  it('is told of nowhere where it did not get there', async () => {
    const clipboard = bench();
    scripted.clipboardFails = true;
    await expect(clipboard.copy(secret)).rejects.toThrow('No clipboard');
    expect(scripted.statusBar).toEqual([]);
  });
});
