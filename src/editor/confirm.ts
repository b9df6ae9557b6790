/**
 * Questions whose answer spends, revokes, deletes or sends again. A dialog takes the keyboard wherever a person is typing,
 * and Space or Enter presses its first button. So it comes up only for somebody who is still waiting for it, and an
 * answer counts only after there was time to read it.
 */
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { shownLine } from '../model/words/shownText.ts';
import { confirmDelayMs } from './confirmDelay.ts';
import { showInformationMessage, showInputBox, showWarningMessage } from './window.ts';

/** What a person does since they asked for something. */
export interface Attention {
  /** They went on to something else, or it took so long that they can hardly be waiting. */
  hasMovedOn(): boolean;
}

/** Nobody waits longer for a dialog to open, milliseconds. Typing in a terminal or a search box is not told to us. */
const usualPatienceMs = 5_000;

/** When the person last did something that was not an answer to Swath, milliseconds by `performance.now()`. */
let movedAt = -Infinity;

/**
 * To be called when a person asks for something, and again with each answer that they give on the way.
 *
 * @param patienceMs how long they can be taken to wait, milliseconds; longer where they see how far it is
 */
export function attend(patienceMs = usualPatienceMs): Attention {
  const since = performance.now();
  return { hasMovedOn: () => movedAt > since || performance.now() - since > patienceMs };
}

/** Notes when a person does something else, for as long as the extension lives. */
export function watchAttention(): vscode.Disposable {
  const moved = () => {
    movedAt = performance.now();
  };
  const { window } = vscode;
  return vscode.Disposable.from(
    window.onDidChangeActiveTextEditor(moved),
    window.onDidChangeActiveTerminal(moved),
    window.onDidChangeTextEditorSelection(({ kind }) => {
      // Set by a program where it is neither: by a command, or by an edit of our own.
      const isByHand =
        kind === vscode.TextEditorSelectionChangeKind.Keyboard ||
        kind === vscode.TextEditorSelectionChangeKind.Mouse;
      if (isByHand) moved();
    }),
    window.onDidChangeWindowState(({ focused }) => {
      if (!focused) moved();
    }),
  );
}

export interface Confirmation<T extends string> {
  question: string;
  /** Read below the question: what it is about, what it costs, whether it can be undone. */
  detail: string;
  /** Beside Cancel. The first one has the focus. */
  buttons: readonly T[];
  /** Something is lost by Cancel too: a stray Escape does not count either. */
  isCancelFinal?: boolean;
}

/**
 * Asks in a modal dialog. Where the person has moved on meanwhile, a notification offers to come back to it, and the
 * dialog opens only then.
 *
 * @returns the button that was pressed; `undefined` for Cancel, and where nobody came back
 */
export async function confirm<T extends string>(
  attention: Attention,
  { question, detail, buttons, isCancelFinal = false }: Confirmation<T>,
): Promise<T | undefined> {
  if (!(await isWaitedFor(attention, question))) return undefined;
  for (let hint = ''; ; hint = `${tooSoonText()}\n\n`) {
    const openedAt = performance.now();
    const answer = await showWarningMessage(question, { modal: true, detail: hint + detail }, ...buttons);
    const isInTime = performance.now() - openedAt >= confirmDelayMs;
    if (isInTime || (answer === undefined && !isCancelFinal)) return answer;
  }
}

/** Has a text typed, letter by letter, but for blanks around it and for how a letter is composed. */
export async function typesToConfirm(title: string, wanted: string): Promise<boolean> {
  const prompt = l10n.t('Type {0} to confirm.', wanted);
  const isSame = (typed: string) => shownLine(typed).normalize() === wanted.normalize();
  const typed = await showInputBox({
    title,
    prompt,
    ignoreFocusOut: true,
    validateInput: text => (text === '' || isSame(text) ? undefined : prompt),
  });
  return typed !== undefined && isSame(typed);
}

/**
 * Whether a question may come up now. Who has moved on gets a notification first: it takes no focus, and no key presses
 * its button.
 */
export async function isWaitedFor(attention: Attention, question: string): Promise<boolean> {
  if (!attention.hasMovedOn()) return true;
  const goOn = l10n.t('Continue…');
  const message = l10n.t('Swath is waiting for your answer: {0}', question);
  return (await showInformationMessage(message, goOn)) === goOn;
}

function tooSoonText(): string {
  return l10n.t('That answer came too soon to count, so Swath asks again.');
}
