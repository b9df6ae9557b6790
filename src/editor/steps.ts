/** Questions that are one step of several: with a way back to the step before. */
import * as vscode from 'vscode';
import { createInputBox, createQuickPick, showWarningMessage } from './window.ts';

/** Back to the step before; `undefined` elsewhere means that the user left. */
export const back = Symbol('back');

/** Which of how many steps a question is, where that is known. */
export interface StepCount {
  /** From 1. */
  step: number;
  of: number;
}

export interface PickStep<T extends vscode.QuickPickItem> {
  title: string;
  placeholder?: string;
  items: readonly T[];
  /** Shown as the one the cursor is at. */
  active?: T | undefined;
  /** Several can be chosen; these are at first. */
  selected?: readonly T[];
  /** Why these cannot be the answer: it is said, and the question stays. */
  whyNot?: (chosen: readonly T[]) => string | undefined;
  /** Whether there is a step before. */
  hasBack: boolean;
  count?: StepCount | undefined;
}

/** One question with a list of answers. More than one where `selected` is given. */
export function pickStep<T extends vscode.QuickPickItem>(
  step: PickStep<T>,
): Promise<readonly T[] | typeof back | undefined> {
  const pick = createQuickPick<T>();
  pick.title = step.title;
  pick.placeholder = step.placeholder;
  pick.canSelectMany = step.selected !== undefined;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.ignoreFocusOut = true;
  showCount(pick, step.count);
  pick.items = step.items;
  if (step.active) pick.activeItems = [step.active];
  if (step.selected) pick.selectedItems = step.selected;
  if (step.hasBack) pick.buttons = [vscode.QuickInputButtons.Back];
  return answerOf(pick, () => {
    const chosen = pick.selectedItems;
    // Nothing fits what was typed: one answer cannot be none.
    if (!pick.canSelectMany && chosen.length === 0) return none;
    const why = step.whyNot?.(chosen);
    if (why === undefined) return chosen;
    void showWarningMessage(why);
    return none;
  });
}

export interface TextStep {
  title: string;
  prompt: string;
  value: string;
  count?: StepCount | undefined;
  /** What comes of the text as it stands: shown while it is typed. */
  preview?: (text: string) => string;
}

/** One question for a text, with a way back. */
export function textStep(step: TextStep): Promise<string | typeof back | undefined> {
  const { title, prompt, value, count, preview } = step;
  const box = createInputBox();
  box.title = title;
  box.prompt = prompt;
  box.value = value;
  box.ignoreFocusOut = true;
  showCount(box, count);
  box.buttons = [vscode.QuickInputButtons.Back];
  if (preview) {
    const show = (text: string) => {
      box.validationMessage = {
        // It covers the prompt.
        message: `${prompt} ${preview(text.trim())}`.trim(),
        severity: vscode.InputBoxValidationSeverity.Info,
      };
    };
    show(value);
    box.onDidChangeValue(show);
  }
  return answerOf(box, () => box.value);
}

export interface ReadStep<T> extends TextStep {
  /** What is meant by a text without the white space around it, or why it means nothing. */
  read: (text: string) => { value: T } | { problem: string };
}

/** The same for a text that has to mean something: asked for again, with the reason, as long as it does not. */
export async function readStep<T>({ read, ...given }: ReadStep<T>): Promise<T | typeof back | undefined> {
  const step = { ...given };
  for (;;) {
    const answer = await textStep(step);
    if (typeof answer !== 'string') return answer;
    const found = read(answer.trim());
    if ('value' in found) return found.value;
    step.prompt = found.problem;
    // Who has taken everything away gets back what was proposed.
    if (answer.trim() !== '') step.value = answer;
  }
}

function showCount(input: vscode.QuickInput, count: StepCount | undefined): void {
  if (!count) return;
  input.step = count.step;
  input.totalSteps = count.of;
}

/** One of several questions. `skipped`: there is nothing to ask; `undefined`: the user left. */
export type Step = (
  hasBack: boolean,
  count: StepCount,
) => Promise<'done' | 'skipped' | typeof back | undefined>;

/**
 * Asks one question after the other, with a way back from each.
 *
 * @param before steps that were asked before these
 */
export async function walkSteps(
  steps: readonly Step[],
  before = 0,
): Promise<'done' | typeof back | undefined> {
  let at = 0;
  let direction = 1;
  for (let step = steps[at]; step; step = steps[at]) {
    const count = { step: before + at + 1, of: before + steps.length };
    const end = await step(at + before > 0, count);
    if (end === undefined) return undefined;
    if (end !== 'skipped') direction = end === back ? -1 : 1;
    at += direction;
    if (at < 0) return back;
  }
  return 'done';
}

const none = Symbol('none');

type Input = Pick<vscode.QuickPick<vscode.QuickPickItem>, 'show' | 'dispose' | 'onDidHide'> &
  Pick<vscode.QuickPick<vscode.QuickPickItem>, 'onDidAccept' | 'onDidTriggerButton'>;

function answerOf<T>(input: Input, chosen: () => T | typeof none): Promise<T | typeof back | undefined> {
  return new Promise(resolve => {
    const end = (answer: T | typeof back | undefined) => {
      // The first answer counts: hiding comes after each of the others.
      resolve(answer);
      input.dispose();
    };
    input.onDidAccept(() => {
      const answer = chosen();
      if (answer !== none) end(answer);
    });
    input.onDidTriggerButton(() => end(back));
    input.onDidHide(() => end(undefined));
    input.show();
  });
}
