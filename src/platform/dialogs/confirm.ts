/**
 * Questions whose answer spends money, revokes, deletes, sends again or loads something large. A dialog takes the
 * keyboard focus while the user may be typing, and Space or Enter presses its first button. So it opens only while the
 * user is still waiting for it, and an answer counts only after there was time to read it.
 */
import * as l10n from '@vscode/l10n';
import { safeLine } from '../../base/words/safeText.ts';
import { lastMoveAt } from './attention.ts';
import { watchQuestion } from './watchQuestion.ts';
import { showInformationMessage, showInputBox, showWarningMessage } from './window.ts';

/**
 * Longest time that a user is expected to wait for a dialog to open, milliseconds. Extensions aren't notified of typing
 * in a terminal or a search box.
 */
const usualPatienceMs = 5_000;

/** What the user does after asking for something. */
export type Attention = ReturnType<typeof attend>;

/**
 * Call it when the user asks for something, and again after each answer along the way.
 *
 * @param patienceMs how long the user can be expected to wait, milliseconds; longer if they see progress
 */
export function attend(patienceMs = usualPatienceMs) {
  const since = performance.now();
  return {
    /** The user went on to something else, or so much time has passed that they are hardly still waiting. */
    hasMovedOn: () => lastMoveAt() > since || performance.now() - since > patienceMs,
  };
}

export interface Confirmation<T extends string> {
  question: string;
  /** Shown below the question: what it is about, what it costs, whether it can be undone. */
  detail: string;
  /**
   * In addition to Cancel. The first one has the focus: what Enter must not do, such as paying twice or deleting what
   * can't be recovered, has something typed after it.
   */
  buttons: readonly T[];
  /** Cancel loses something too: an accidental Escape doesn't count either. */
  isCancelFinal?: boolean;
}

/**
 * Asks in a modal dialog. If the user has moved on in the meantime, a notification offers to return to the question,
 * and the dialog opens only then.
 *
 * @returns the button that was pressed; `undefined` for Cancel, or if the user didn't return
 */
export async function confirm<T extends string>(
  attention: Attention,
  { question, detail, buttons, isCancelFinal = false }: Confirmation<T>,
): Promise<T | undefined> {
  if (!(await isWaitedFor(attention, question))) return undefined;
  const pressedButton = (pressed: T | string | undefined) => buttons.find(button => button === pressed);
  const answered = await askAimed(
    hint => {
      const options = { modal: true, detail: [hint, detail].filter(Boolean).join('\n\n') };
      return showWarningMessage(question, options, ...buttons);
    },
    pressed => isCancelFinal || pressedButton(pressed) !== undefined,
  );
  return pressedButton(answered);
}

/**
 * Asks until an answer counts: one that matters, but came before the user can have read the question, was meant for
 * something else.
 *
 * @param ask shows the question, at once; `hint` says that it is shown again, and is empty the first time
 * @param matters whether an answer spends, changes or loses something
 */
export async function askAimed<T>(
  ask: (hint: string) => Thenable<T>,
  matters: (answer: T) => boolean,
): Promise<T> {
  for (let hint = ''; ; hint = l10n.t('That answer came too soon to count, so Swath asks again.')) {
    const asked = ask(hint);
    const watched = watchQuestion();
    try {
      const answer = await asked;
      if (watched.wasReadable() || !matters(answer)) return answer;
    } finally {
      watched.end();
    }
  }
}

/** Has the user type a text exactly, ignoring surrounding whitespace and Unicode normalization. */
export function typesToConfirm(title: string, expected: string): Promise<boolean> {
  const prompt = l10n.t('Type "{0}" to confirm.', expected);
  const isSame = (typed: string) => safeLine(typed).normalize() === expected.normalize();
  return typesAimed(title, prompt, isSame, prompt);
}

/**
 * Has the user type what a function recognizes. What is typed for something else can be an amount or a name too.
 *
 * @param whyNot shown below any other text
 */
export async function typesAimed(
  title: string,
  prompt: string,
  isExpected: (typed: string) => boolean,
  whyNot: string,
): Promise<boolean> {
  const isIt = (typed: string | undefined) => typed !== undefined && typed !== '' && isExpected(typed);
  const typed = await askAimed(
    hint =>
      showInputBox({
        title,
        prompt: [hint, prompt].filter(Boolean).join(' '),
        validateInput: text => (text === '' || isIt(text) ? undefined : whyNot),
      }),
    isIt,
  );
  return isIt(typed);
}

/**
 * Whether a question may open now. A user who has moved on gets a notification first: it takes no focus, and no key
 * presses its button.
 */
export async function isWaitedFor(attention: Attention, question: string): Promise<boolean> {
  if (!attention.hasMovedOn()) return true;
  const goOn = l10n.t('Continue…');
  const message = l10n.t('Swath is waiting for your answer: {0}', question);
  return (await showInformationMessage(message, goOn)) === goOn;
}
