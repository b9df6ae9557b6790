/** Questions that are one step of several: with a way back to the step before. */
import * as vscode from 'vscode';

/** Back to the step before; `undefined` elsewhere means that the user left. */
export const back = Symbol('back');

export interface PickStep<T extends vscode.QuickPickItem> {
  title: string;
  placeholder: string;
  items: readonly T[];
  /** Shown as the one the cursor is at. */
  active?: T | undefined;
  /** Several can be chosen; these are at first. */
  selected?: readonly T[];
  /** Whether there is a step before. */
  hasBack: boolean;
}

/** One question with a list of answers. More than one where `selected` is given. */
export function pickStep<T extends vscode.QuickPickItem>(
  step: PickStep<T>,
): Promise<readonly T[] | typeof back | undefined> {
  const pick = vscode.window.createQuickPick<T>();
  pick.title = step.title;
  pick.placeholder = step.placeholder;
  pick.canSelectMany = step.selected !== undefined;
  pick.matchOnDescription = true;
  pick.matchOnDetail = true;
  pick.ignoreFocusOut = true;
  pick.items = step.items;
  if (step.active) pick.activeItems = [step.active];
  if (step.selected) pick.selectedItems = step.selected;
  if (step.hasBack) pick.buttons = [vscode.QuickInputButtons.Back];
  // Nothing fits what was typed: one answer cannot be none.
  return answerOf(pick, () =>
    pick.canSelectMany || pick.selectedItems.length > 0 ? pick.selectedItems : none,
  );
}

export interface TextStep {
  title: string;
  prompt: string;
  value: string;
}

/** One question for a text, with a way back. */
export function textStep({ title, prompt, value }: TextStep): Promise<string | typeof back | undefined> {
  const box = vscode.window.createInputBox();
  box.title = title;
  box.prompt = prompt;
  box.value = value;
  box.ignoreFocusOut = true;
  box.buttons = [vscode.QuickInputButtons.Back];
  return answerOf(box, () => box.value);
}

export interface ReadStep<T> extends TextStep {
  /** What is meant by a text without the white space around it, or why it means nothing. */
  read: (text: string) => { value: T } | { problem: string };
}

/** The same for a text that has to mean something: asked for again, with the reason, as long as it does not. */
export async function readStep<T>({
  title,
  prompt,
  value,
  read,
}: ReadStep<T>): Promise<T | typeof back | undefined> {
  const step = { title, prompt, value };
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
