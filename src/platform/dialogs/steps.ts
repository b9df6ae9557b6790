/** Questions that are one of several steps, with a way back to the previous step. */
import * as vscode from 'vscode';
import { createInputBox, createQuickPick, filterHint, showWarningMessage } from './window.ts';

/** Back to the previous step; `undefined` elsewhere means that the user canceled. */
export const back = Symbol('back');

/** The number of this step and of all steps, if known. */
export interface StepCount {
  /** From 1. */
  step: number;
  of: number;
}

export interface PickStep<T extends vscode.QuickPickItem> {
  title: string;
  placeholder?: string;
  items: readonly T[];
  active?: T | undefined;
  /** Several can be chosen; these are selected initially. */
  selected?: readonly T[];
  /** Why these can't be the answer: it is shown, and the question stays open. */
  whyNot?: (chosen: readonly T[]) => string | undefined;
  /** A button of an item was pressed: returns the item that is the answer then. */
  onItemButton?: (item: T, button: vscode.QuickInputButton) => T;
  /** Whether there is a previous step. */
  hasBack: boolean;
  count?: StepCount | undefined;
}

/** One question with a list of answers. Allows several if `selected` is given. */
export async function pickStep<T extends vscode.QuickPickItem>(
  step: PickStep<T>,
): Promise<readonly T[] | typeof back | undefined> {
  const pick = createQuickPick<T>();
  pick.title = step.title;
  pick.placeholder = step.placeholder || filterHint();
  pick.canSelectMany = step.selected !== undefined;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.ignoreFocusOut = true;
  showCount(pick, step.count);
  pick.items = step.items;
  if (step.active) pick.activeItems = [step.active];
  if (step.selected) pick.selectedItems = step.selected;
  if (step.hasBack) pick.buttons = [vscode.QuickInputButtons.Back];
  const enter = () => {
    const chosen = pick.selectedItems;
    // Nothing matches what was typed: a single answer can't be empty.
    if (!pick.canSelectMany && chosen.length === 0) return none;
    const why = step.whyNot?.(chosen);
    if (why === undefined) return chosen;
    void showWarningMessage(why);
    return none;
  };
  const { onItemButton } = step;
  const answer = await stepAnswer(pick, enter, end => {
    if (onItemButton) pick.onDidTriggerItemButton(({ item, button }) => end([onItemButton(item, button)]));
  });
  if (answer === undefined) typedAtBack.clear();
  return answer;
}

export interface TextStep {
  title: string;
  prompt: string;
  value: string;
  count?: StepCount | undefined;
  /** What the text evaluates to, shown while typing. */
  preview?: (text: string) => string;
  /** Why the trimmed text can't be the answer: shown below the box, and the question stays open. */
  whyNot?: (text: string) => string | undefined;
}

/** What was typed into a text step when the user pressed Back, until the step is answered or all of them are canceled. */
const typedAtBack = new Map<string, string>();

export async function textStep(step: TextStep): Promise<string | typeof back | undefined> {
  const { title, prompt, value: proposed, count, preview, whyNot } = step;
  const key = JSON.stringify([title, prompt]);
  const value = typedAtBack.get(key) ?? proposed;
  const box = createInputBox();
  box.title = title;
  box.prompt = prompt;
  box.value = value;
  box.ignoreFocusOut = true;
  showCount(box, count);
  if (count?.step !== 1) box.buttons = [vscode.QuickInputButtons.Back];
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
  const isRefused = (text: string) => {
    const why = whyNot?.(text.trim());
    if (whyNot) box.validationMessage = why;
    return why !== undefined;
  };
  if (whyNot) box.onDidChangeValue(isRefused);
  box.onDidTriggerButton(() => {
    // What was only proposed follows what is chosen before it.
    if (box.value === proposed) typedAtBack.delete(key);
    else typedAtBack.set(key, box.value);
  });
  const answer = await stepAnswer(box, () => (isRefused(box.value) ? none : box.value));
  if (answer === undefined) typedAtBack.clear();
  else if (answer !== back) typedAtBack.delete(key);
  return answer;
}

export interface ReadStep<T> extends TextStep {
  /** Interprets the trimmed text, or says why it is invalid. */
  read: (text: string) => { value: T } | { problem: string };
}

/** The same for a text that must be valid: asks again, with the reason, until it is. */
export async function readStep<T>({ read, ...options }: ReadStep<T>): Promise<T | typeof back | undefined> {
  const step = { ...options };
  for (;;) {
    const answer = await textStep(step);
    if (typeof answer !== 'string') return answer;
    const found = read(answer.trim());
    if ('value' in found) return found.value;
    step.prompt = found.problem;
    // If the user cleared the box, the proposed value returns.
    if (answer.trim() !== '') step.value = answer;
  }
}

function showCount(input: vscode.QuickInput, count: StepCount | undefined): void {
  if (!count) return;
  input.step = count.step;
  input.totalSteps = count.of;
}

/**
 * One of several questions. `skipped`: there is nothing to ask; a number: continue with the step at this index;
 * `undefined`: the user canceled.
 */
export interface Step {
  (hasBack: boolean, count: StepCount): Promise<'done' | 'skipped' | number | typeof back | undefined>;
  /** Whether it has something to ask after the answers so far, if that is known before it is its turn. */
  isAsked?: () => boolean;
}

/**
 * Asks one question after another, with a way back from each.
 *
 * @param before number of questions before these, which aren't counted: they have no numbers
 */
export async function walkSteps(
  steps: readonly Step[],
  before = 0,
): Promise<'done' | typeof back | undefined> {
  /** Those that had nothing to ask, or were passed over. They aren't counted, as far as that is known. */
  const skipped = new Set<number>();
  let at = 0;
  let direction = 1;
  for (let step = steps[at]; step; step = steps[at]) {
    skipped.delete(at);
    const counted = steps.filter((asked, index) => !skipped.has(index) && asked.isAsked?.() !== false);
    const count = { step: counted.indexOf(step) + 1, of: counted.length };
    const end = await step(at + before > 0, count);
    if (end === undefined) return undefined;
    if (end === 'skipped') skipped.add(at);
    else direction = end === back ? -1 : 1;
    const next = typeof end === 'number' ? end : at + direction;
    for (let index = at + 1; index < next; index++) skipped.add(index);
    at = next;
    if (at < 0) return back;
  }
  return 'done';
}

const none = Symbol('none');

type Input = Pick<vscode.QuickPick<vscode.QuickPickItem>, 'show' | 'dispose' | 'onDidHide'> &
  Pick<vscode.QuickPick<vscode.QuickPickItem>, 'onDidAccept' | 'onDidTriggerButton'>;

/** @param listen called with what answers the question otherwise than by Enter */
function stepAnswer<T>(
  input: Input,
  chosen: () => T | typeof none,
  listen: (end: (answer: T) => void) => void = () => undefined,
): Promise<T | typeof back | undefined> {
  return new Promise(resolve => {
    const end = (answer: T | typeof back | undefined) => {
      // The first answer counts: the hide event follows each of the others.
      resolve(answer);
      input.dispose();
    };
    input.onDidAccept(() => {
      const answer = chosen();
      if (answer !== none) end(answer);
    });
    input.onDidTriggerButton(() => end(back));
    input.onDidHide(() => end(undefined));
    listen(end);
    input.show();
  });
}
