import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';

vi.unmock('../../../src/platform/confirmDelay.ts');

type Listener = (event: never) => void;

/** A window in which a person types, and answers dialogs after some time. */
const desk = vi.hoisted(() => ({
  listeners: new Map<string, (event: never) => void>(),
  dialogs: [] as string[],
  notices: [] as string[],
  /** What is pressed in each dialog, and after how many milliseconds. */
  presses: [] as [button: string | undefined, afterMs: number][],
  comesBack: false,
}));

vi.mock('vscode', () => {
  const note = (name: string) => (listener: Listener) => void desk.listeners.set(name, listener);
  return {
    l10n: { t: (text: string, ...given: unknown[]) => text.replace('{0}', String(given[0])) },
    Disposable: { from: () => undefined },
    TextEditorSelectionChangeKind: { Keyboard: 1, Mouse: 2, Command: 3 },
    window: {
      onDidChangeActiveTextEditor: note('editor'),
      onDidChangeActiveTerminal: note('terminal'),
      onDidChangeTextEditorSelection: note('selection'),
      onDidChangeWindowState: note('state'),
      showInformationMessage: (message: string, button: string) => {
        desk.notices.push(message);
        return Promise.resolve(desk.comesBack ? button : undefined);
      },
      showWarningMessage: async (question: string, { detail }: { detail: string }) => {
        desk.dialogs.push(`${question}\n${detail}`);
        const press = desk.presses.shift();
        if (!press) throw new Error('Nobody answers.');
        const [button, afterMs] = press;
        await vi.advanceTimersByTimeAsync(afterMs);
        return button;
      },
    },
  };
});

const { attend, confirm, watchAttention } = await import('../../../src/platform/confirm.ts');
const { confirmDelayMs } = await import('../../../src/platform/confirmDelay.ts');

const order = { question: 'Order "Quay"?', detail: 'Price: 12 credits', buttons: ['Order for 12 credits'] };
const [yes] = order.buttons;
const happens = (name: string, event: object) => desk.listeners.get(name)?.(event as never);

// One clock for all of them: what happened is told by its time.
beforeAll(() => {
  vi.useFakeTimers();
  watchAttention();
});
afterAll(() => void vi.useRealTimers());
beforeEach(() => {
  Object.assign(desk, { dialogs: [], notices: [], presses: [], comesBack: false });
});

describe('an answer to a question about money', () => {
  it.each([0, 30, confirmDelayMs - 1])('does not count %d ms after the question came up', async afterMs => {
    desk.presses = [
      [yes, afterMs],
      [yes, afterMs],
      [undefined, 2_000],
    ];
    expect(await confirm(attend(), order)).toBeUndefined();
    expect(desk.dialogs).toHaveLength(3);
    expect(desk.dialogs[0]).toBe('Order "Quay"?\nPrice: 12 credits');
    expect(desk.dialogs[1]).toMatch(/^Order "Quay"\?\nThat answer came too soon.*\n\nPrice: 12 credits$/s);
  });

  it('counts after that', async () => {
    desk.presses = [
      [yes, 100],
      [yes, confirmDelayMs],
    ];
    expect(await confirm(attend(), order)).toBe(yes);
  });

  it('is Cancel at any time, but where something is lost by it', async () => {
    desk.presses = [[undefined, 10]];
    expect(await confirm(attend(), order)).toBeUndefined();
    desk.presses = [
      [undefined, 10],
      [yes, 800],
    ];
    expect(await confirm(attend(), { ...order, isCancelFinal: true })).toBe(yes);
  });
});

describe('a person who asked for something', () => {
  it.each<[string, string, object]>([
    ['goes to another editor', 'editor', {}],
    ['goes to a terminal', 'terminal', {}],
    ['types', 'selection', { kind: 1 }],
    ['clicks into a text', 'selection', { kind: 2 }],
    ['goes to another window', 'state', { focused: false }],
  ])('and %s meanwhile gets no dialog, but a notification', async (_what, event, what) => {
    const attention = attend();
    await vi.advanceTimersByTimeAsync(500);
    happens(event, what);
    expect(await confirm(attention, order)).toBeUndefined();
    expect(desk.dialogs).toEqual([]);
    expect(desk.notices).toEqual(['Swath is waiting for your answer: Order "Quay"?']);
    desk.comesBack = true;
    desk.presses = [[yes, 900]];
    expect(await confirm(attention, order)).toBe(yes);
  });

  it.each<[string, string, object]>([
    ['a program moves the cursor', 'selection', { kind: 3 }],
    ['the window has the focus again', 'state', { focused: true }],
  ])('is there where %s', async (_what, event, what) => {
    const attention = attend();
    await vi.advanceTimersByTimeAsync(500);
    happens(event, what);
    expect(attention.hasMovedOn()).toBe(false);
  });

  it('does not wait for ever, unless there is progress to see', async () => {
    const short = attend();
    const long = attend(Infinity);
    await vi.advanceTimersByTimeAsync(4_000);
    expect([short.hasMovedOn(), long.hasMovedOn()]).toEqual([false, false]);
    await vi.advanceTimersByTimeAsync(1_001);
    expect([short.hasMovedOn(), long.hasMovedOn()]).toEqual([true, false]);
    happens('editor', {});
    expect(long.hasMovedOn()).toBe(true);
  });
});
