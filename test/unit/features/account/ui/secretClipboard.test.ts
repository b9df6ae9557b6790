import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Log } from '../../../../../src/platform/host/presentError.ts';
import { createSecretClipboard } from '../../../../../src/features/account/ui/keys/secretClipboard.ts';
import { editor } from '../../../../fake/editor.ts';
import { newUser, say, user } from '../../../../fake/user.ts';

const secret = 'AAECAwQFBgcICQoLDA0ODw==';
const lines: unknown[] = [];
const log = { error: (line: unknown) => lines.push(line) } as unknown as Log;

function setUp() {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  return createSecretClipboard(log);
}

beforeEach(() => {
  newUser();
  lines.length = 0;
});

describe('a secret on the clipboard', () => {
  it('is gone after a minute', async () => {
    const clipboard = setUp();
    await clipboard.copy(secret);
    expect(editor.clipboard).toBe(secret);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(editor.clipboard).toBe(secret);
    await vi.advanceTimersByTimeAsync(1);
    expect(editor.clipboard).toBe('');
    expect(user.screen).not.toContain(secret);
  });

  it('does not remove what was copied in the meantime', async () => {
    const clipboard = setUp();
    await clipboard.copy(secret);
    editor.clipboard = 'a shopping list';
    await vi.advanceTimersByTimeAsync(60_000);
    expect(editor.clipboard).toBe('a shopping list');
  });

  it('stays for its own minute when another one was there before', async () => {
    const clipboard = setUp();
    await clipboard.copy('the first==');
    await vi.advanceTimersByTimeAsync(40_000);
    await clipboard.copy(secret);
    await vi.advanceTimersByTimeAsync(59_999);
    expect(editor.clipboard).toBe(secret);
    await vi.advanceTimersByTimeAsync(1);
    expect(editor.clipboard).toBe('');
  });

  it('is gone when the window closes, once', async () => {
    const clipboard = setUp();
    await clipboard.copy(secret);
    await clipboard.clear();
    expect(editor.clipboard).toBe('');
    editor.clipboard = secret;
    await vi.advanceTimersByTimeAsync(60_000);
    expect(editor.clipboard).toBe(secret);
  });

  it('that cannot be removed is reported, without being shown', async () => {
    const clipboard = setUp();
    await clipboard.copy(secret);
    editor.clipboardFails = true;
    user.answers = [say(undefined)];
    await vi.advanceTimersByTimeAsync(60_000);
    expect(user.prompts.map(({ text }) => text)).toEqual([
      "Couldn't check the clipboard: it may still contain the API key.",
    ]);
    expect(lines).toHaveLength(1);
    expect(String(lines)).not.toContain(secret);
  });

  it('that cannot be read is removed by a click', async () => {
    const clipboard = setUp();
    await clipboard.copy(secret);
    editor.clipboardWaits = true;
    user.answers = [say('Clear Clipboard')];
    await vi.advanceTimersByTimeAsync(60_000);
    expect(editor.clipboard).toBe(secret);
    await vi.advanceTimersByTimeAsync(3000);
    expect(editor.clipboard).toBe('');
  });
});
