import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { watchAttention } from '../../../src/platform/dialogs/attention.ts';
import { attend, confirm, typesToConfirm } from '../../../src/platform/dialogs/confirm.ts';
import { confirmDelayMs } from '../../../src/platform/dialogs/confirmDelay.ts';
import { editor } from '../../fake/editor.ts';
import { type Answer, newUser, say, user } from '../../fake/user.ts';
import type { TextEditor } from '../../fake/workbench.ts';

vi.unmock('../../../src/platform/dialogs/confirmDelay.ts');

/** Presses a button after this many milliseconds. */
const press =
  (button: string | undefined, afterMs: number): Answer =>
  async () => {
    await vi.advanceTimersByTimeAsync(afterMs);
    return button;
  };

const order = { question: 'Order "Quay"?', detail: 'Price: 12 credits', buttons: ['Order for 12 credits'] };
const [yes] = order.buttons;
/** What moved the cursor of a text: the keyboard, the mouse, a command. */
const selects = (kind: 1 | 2 | 3) => () => text.select(text.selections, kind);
let text: TextEditor;
const dialogs = () =>
  user.prompts.filter(({ kind }) => kind === 'modal').map(({ text, detail }) => `${text}\n${detail}`);

// All tests share one clock: events are identified by their time.
beforeAll(() => void vi.useFakeTimers());
afterAll(() => void vi.useRealTimers());
beforeEach(() => {
  newUser();
  text = editor.show(editor.open('/b.txt', ''));
  watchAttention();
});

describe('an answer to a question about money', () => {
  it.each([0, 30, confirmDelayMs - 1])('does not count %d ms after the question opened', async afterMs => {
    user.answers = [press(yes, afterMs), press(yes, afterMs), press(undefined, 2_000)];
    expect(await confirm(attend(), order)).toBeUndefined();
    expect(dialogs()).toHaveLength(3);
    expect(dialogs()[0]).toBe('Order "Quay"?\nPrice: 12 credits');
    expect(dialogs()[1]).toMatch(/^Order "Quay"\?\nThat answer came too soon.*\n\nPrice: 12 credits$/s);
  });

  it('counts after that', async () => {
    user.answers = [press(yes, 100), press(yes, confirmDelayMs)];
    expect(await confirm(attend(), order)).toBe(yes);
  });

  it('is Cancel at any time, unless that loses something', async () => {
    user.answers = [press(undefined, 10)];
    expect(await confirm(attend(), order)).toBeUndefined();
    user.answers = [press(undefined, 10), press(yes, 800)];
    expect(await confirm(attend(), { ...order, isCancelFinal: true })).toBe(yes);
  });
});

describe('the time to read a question', () => {
  /** From now on, the window takes this long for each answer, milliseconds. */
  const windowTakes = (milliseconds: number) =>
    void editor.commands.set('noop', () => new Promise<void>(resolve => setTimeout(resolve, milliseconds)));

  it('begins when the window shows it, not when it is requested', async () => {
    windowTakes(3_000);
    user.answers = [press(yes, 3_010), press(undefined, 5_000)];
    expect(await confirm(attend(), order)).toBeUndefined();
    expect(dialogs()).toHaveLength(2);
  });

  it('is longer at a window that answers slowly', async () => {
    windowTakes(350);
    user.answers = [press(yes, 350 + confirmDelayMs + 100), press(yes, 350 + 2 * confirmDelayMs + 100)];
    expect(await confirm(attend(), order)).toBe(yes);
    expect(dialogs()).toHaveLength(2);
  });

  it('does not count while the window is busy, which reports an early key press late', async () => {
    let isFirst = true;
    editor.commands.set('noop', () => {
      if (isFirst) return void (isFirst = false);
      return new Promise(() => undefined);
    });
    user.answers = [press(yes, 2_000), press(undefined, 0)];
    expect(await confirm(attend(), order)).toBeUndefined();
    expect(dialogs()).toHaveLength(2);
  });

  it('is the same for a text that is typed to confirm', async () => {
    const type = (afterMs: number): Answer => press('Quay', afterMs);
    user.answers = [type(100), type(confirmDelayMs)];
    expect(await typesToConfirm('Revoke "Quay"?', 'Quay')).toBe(true);
    expect(user.prompts.map(({ detail }) => detail)).toEqual([
      'Type "Quay" to confirm.',
      'That answer came too soon to count, so Swath asks again. Type "Quay" to confirm.',
    ]);
  });
});

describe('a user who asked for something', () => {
  it.each<[string, () => void]>([
    ['goes to another editor', () => editor.show(editor.open('/a.txt', ''))],
    ['goes to a terminal', () => editor.terminalChanged.fire(undefined)],
    ['types', selects(1)],
    ['clicks into a text', selects(2)],
    ['goes to another window', () => editor.windowChanged.fire({ focused: false, active: false })],
  ])('and %s in the meantime gets no dialog, but a notification', async (_what, happens) => {
    const attention = attend();
    await vi.advanceTimersByTimeAsync(500);
    happens();
    user.answers = [say(undefined)];
    expect(await confirm(attention, order)).toBeUndefined();
    expect(dialogs()).toEqual([]);
    expect(user.messages).toEqual(['Swath is waiting for your answer: Order "Quay"?']);
    user.answers = [say('Continue…'), press(yes, 900)];
    expect(await confirm(attention, order)).toBe(yes);
  });

  it.each<[string, () => void]>([
    ['a program moves the cursor', selects(3)],
    ['the window has the focus again', () => editor.windowChanged.fire({ focused: true, active: true })],
  ])('still waits if %s', async (_what, happens) => {
    const attention = attend();
    await vi.advanceTimersByTimeAsync(500);
    happens();
    expect(attention.hasMovedOn()).toBe(false);
  });

  it('does not wait forever, unless there is visible progress', async () => {
    const short = attend();
    const long = attend(Infinity);
    await vi.advanceTimersByTimeAsync(4_000);
    expect([short.hasMovedOn(), long.hasMovedOn()]).toEqual([false, false]);
    await vi.advanceTimersByTimeAsync(1_001);
    expect([short.hasMovedOn(), long.hasMovedOn()]).toEqual([true, false]);
    editor.terminalChanged.fire(undefined);
    expect(long.hasMovedOn()).toBe(true);
  });
});
