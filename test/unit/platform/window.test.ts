import { beforeEach, describe, expect, it, vi } from 'vitest';
import { fitText as fit, hostileText as hostile } from '../hostileText.ts';

/** What the editor was given, by the function that was called; and what it answers. */
const editor = vi.hoisted(() => ({
  given: [] as unknown[][],
  answer: (...given: unknown[]): unknown => given[0],
}));

vi.mock('vscode', () => {
  const told = (...given: unknown[]) => {
    editor.given.push(given);
    return Promise.resolve(editor.answer(...given));
  };
  const input = () => {
    const made = { title: '', shown: false, show: () => void (made.shown = true) };
    editor.given.push([made]);
    return made;
  };
  return {
    InputBoxValidationSeverity: { Warning: 2 },
    ProgressLocation: { Notification: 15 },
    window: {
      showInformationMessage: told,
      showWarningMessage: told,
      showErrorMessage: told,
      showQuickPick: told,
      showInputBox: told,
      setStatusBarMessage: (...given: unknown[]) => void editor.given.push(given),
      createQuickPick: input,
      createInputBox: input,
      withProgress: (
        options: unknown,
        task: (progress: { report: (value: unknown) => void }, cancel: unknown) => unknown,
      ) => {
        editor.given.push([options]);
        return task({ report: value => void editor.given.push([value]) }, 'cancel');
      },
    },
  };
});

const { InputBoxValidationSeverity, ProgressLocation } = await import('vscode');
const door = await import('../../../src/platform/window.ts');

beforeEach(() => {
  editor.given.length = 0;
  editor.answer = () => undefined;
});

describe('the door to the window', () => {
  it.each(['showInformationMessage', 'showWarningMessage', 'showErrorMessage'] as const)(
    '%s shows no link, icon or control, and answers with the button as it was given',
    async name => {
      editor.answer = (_message, _options, _first, second) => second;
      const options = { modal: true, detail: hostile };
      expect(await door[name](hostile, options, 'Show Log', hostile)).toBe(hostile);
      expect(editor.given).toEqual([[fit, { modal: true, detail: fit }, 'Show Log', fit]]);
      expect(options.detail).toBe(hostile);

      editor.given.length = 0;
      const keep = { title: hostile, isCloseAffordance: true };
      editor.answer = (_message, button) => button;
      expect(await door[name](hostile, keep)).toBe(keep);
      expect(editor.given).toEqual([[fit, { title: fit, isCloseAffordance: true }]]);

      editor.answer = () => undefined;
      expect(await door[name](hostile, keep)).toBeUndefined();
    },
  );

  it('lists items in their place, and gives back what was chosen', async () => {
    const item = {
      label: hostile,
      description: hostile,
      detail: hostile,
      picked: true,
      subject: hostile,
    };
    editor.answer = items => (items as unknown[])[0];
    const options = { title: hostile, placeHolder: hostile, matchOnDetail: true };
    expect(await door.showQuickPick([item], options)).toBe(item);
    expect(item).toEqual({ label: fit, description: fit, detail: fit, picked: true, subject: hostile });
    expect(editor.given).toEqual([[[item], { title: fit, placeHolder: fit, matchOnDetail: true }]]);
  });

  it('asks with fit texts and validates with fit words, and leaves what was typed', async () => {
    editor.answer = () => hostile;
    const validateInput = vi.fn((text: string) => `No: ${text}`);
    expect(await door.showInputBox({ title: hostile, prompt: hostile, value: hostile, validateInput })).toBe(
      hostile,
    );
    const [[given]] = editor.given as [[{ validateInput: typeof validateInput }]];
    expect(given).toMatchObject({ title: fit, prompt: fit, value: hostile });
    expect(given.validateInput(hostile)).toBe(`No: ${fit}`);
    expect(validateInput).toHaveBeenCalledWith(hostile);
  });

  it.each([
    ['nothing', undefined, undefined],
    ['words', hostile, fit],
    ['words with a severity', { message: hostile, severity: 3 }, { message: fit, severity: 3 }],
    ['words that come later', Promise.resolve(hostile), fit],
  ])('validates with %s', async (_name, found, shown) => {
    await door.showInputBox({ validateInput: () => found });
    const [[given]] = editor.given as [[{ validateInput: (text: string) => unknown }]];
    expect(await given.validateInput('')).toEqual(shown);
  });

  it('makes inputs on which every text that is set is fit, and what is typed stays', () => {
    const pick = door.createQuickPick<{ label: string }>();
    const item = { label: hostile };
    Object.assign(pick, { title: hostile, placeholder: hostile, value: hostile, items: [item] });
    pick.show();
    const box = door.createInputBox();
    Object.assign(box, { prompt: hostile, value: hostile, validationMessage: hostile });
    expect(editor.given).toEqual([
      [
        expect.objectContaining({
          title: fit,
          placeholder: fit,
          value: hostile,
          items: [{ label: fit }],
          shown: true,
        }),
      ],
      [expect.objectContaining({ prompt: fit, value: hostile, validationMessage: fit })],
    ]);
    expect(pick.items[0]).toBe(item);
    const severity = InputBoxValidationSeverity.Warning;
    box.validationMessage = { message: hostile, severity };
    expect(box.validationMessage).toEqual({ message: fit, severity });
    box.validationMessage = undefined;
    expect(box.validationMessage).toBeUndefined();
  });

  it('tells of progress in fit words, and answers as the task does', async () => {
    const done = door.withProgress(
      { location: ProgressLocation.Notification, title: hostile, cancellable: true },
      (progress, cancel) => {
        progress.report({ message: hostile, increment: 1 });
        return Promise.resolve([hostile, cancel]);
      },
    );
    expect(await done).toEqual([hostile, 'cancel']);
    expect(editor.given).toEqual([
      [{ location: 15, title: fit, cancellable: true }],
      [{ message: fit, increment: 1 }],
    ]);
  });

  it('tells in the status bar beside an icon of ours', () => {
    door.setStatusBarMessage('check', hostile, 100);
    door.setStatusBarMessage('check', hostile);
    expect(editor.given).toEqual([[`$(check) ${fit}`, 100], [`$(check) ${fit}`]]);
  });
});
