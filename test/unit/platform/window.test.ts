import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { InputBoxValidationSeverity, ProgressLocation } from 'vscode';
import * as door from '../../../src/platform/dialogs/window.ts';
import { editor } from '../../fake/editor.ts';
import { fitText as fit, hostileText as hostile } from '../hostileText.ts';

describe('the functions for messages and prompts', () => {
  it.each(['showInformationMessage', 'showWarningMessage', 'showErrorMessage'] as const)(
    '%s shows no link, icon or control character, and returns the button as it was given',
    async name => {
      const options = { modal: true, detail: hostile };
      const answer = door[name](hostile, options, 'Show Log', hostile);
      const [message] = editor.messages;
      expect(message).toMatchObject({ text: fit, detail: fit, isModal: true, choices: ['Show Log', fit] });
      message?.press(fit);
      expect(await answer).toBe(hostile);
      expect(options.detail).toBe(hostile);

      const keep = { title: hostile, isCloseAffordance: true };
      const pressed = door[name](hostile, keep);
      editor.messages.at(-1)?.press(fit);
      expect(await pressed).toBe(keep);

      const left = door[name](hostile, keep);
      editor.messages.at(-1)?.close();
      expect(await left).toBeUndefined();
    },
  );

  it('list items in place, and return what was chosen', async () => {
    const texts = { label: hostile, description: hostile, detail: hostile };
    const item = { ...texts, picked: true, subject: hostile };
    const options = { title: hostile, placeHolder: hostile, matchOnDetail: true };
    const chosen = door.showQuickPick([item], options);
    expect(editor.input).toMatchObject({ title: fit, placeholder: fit, matchOnDetail: true });
    editor.input?.choose(fit);
    expect(await chosen).toBe(item);
    expect(item).toEqual({ label: fit, description: fit, detail: fit, picked: true, subject: hostile });
  });

  it('ask and validate with sanitized texts, and leave what was typed', async () => {
    const validateInput = vi.fn((text: string) => (text === hostile ? undefined : `No: ${hostile}`));
    const typed = door.showInputBox({ title: hostile, prompt: hostile, value: hostile, validateInput });
    expect(editor.input).toMatchObject({ title: fit, prompt: fit, value: hostile });
    expect(editor.input?.validate('another')).toBe(`No: ${fit}`);
    editor.input?.accept();
    expect(await typed).toBe(hostile);
    expect(validateInput).toHaveBeenCalledWith(hostile);
  });

  it.each([
    ['nothing', undefined, undefined],
    ['words', hostile, fit],
    ['words with a severity', { message: hostile, severity: 3 }, { message: fit, severity: 3 }],
    ['words that come later', Promise.resolve(hostile), fit],
  ])('validate with %s', async (_name, found, expected) => {
    void door.showInputBox({ validateInput: () => found });
    expect(await editor.input?.validate('')).toEqual(expected);
  });

  it('create inputs that sanitize every text that is set, and leave what is typed', () => {
    const pick = door.createQuickPick<{ label: string }>();
    const item = { label: hostile };
    Object.assign(pick, { title: hostile, placeholder: hostile, value: hostile, items: [item] });
    pick.show();
    expect(editor.input).toMatchObject({ title: fit, placeholder: fit, value: hostile });
    expect(editor.input?.lines()).toEqual([fit]);
    expect(pick.items[0]).toBe(item);
    const box = door.createInputBox();
    Object.assign(box, { prompt: hostile, value: hostile, validationMessage: hostile });
    box.show();
    expect(editor.input).toMatchObject({ prompt: fit, value: hostile, validationMessage: fit });
    const severity = InputBoxValidationSeverity.Warning;
    box.validationMessage = { message: hostile, severity };
    expect(box.validationMessage).toEqual({ message: fit, severity });
    box.validationMessage = undefined;
    expect(box.validationMessage).toBeUndefined();
  });

  it('report progress with sanitized texts, and return the result of the task', async () => {
    const location = ProgressLocation.Notification;
    const done = door.withProgress({ location, title: hostile, cancellable: true }, (progress, cancel) => {
      progress.report({ message: hostile, increment: 1 });
      editor.cancel();
      return Promise.resolve([hostile, cancel.isCancellationRequested]);
    });
    expect(await done).toEqual([hostile, true]);
    expect(editor.progress).toMatchObject([{ location, title: fit, messages: [fit], percent: 1 }]);
  });

  it('show status bar texts next to our icon', () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    door.setStatusBarMessage('check', hostile, 100);
    door.setStatusBarMessage('check', hostile);
    expect(editor.statusTexts).toEqual([`$(check) ${fit}`, `$(check) ${fit}`]);
    vi.advanceTimersByTime(100);
    expect(editor.statusTexts).toHaveLength(1);
  });
});
