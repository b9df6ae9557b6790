/** A question with options, some of which may be unavailable. */
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Listed } from '../../../../service/wire/listed.ts';
import { back, pickStep, readStep, type Step, type StepCount } from '../../../../platform/dialogs/steps.ts';
import { lackTexts, listedExtent } from '../../../../platform/rows/row.ts';

export interface Option<T> {
  value: T;
  label: string;
  text?: string;
  /** Why the option is unavailable, shown instead of its description. */
  whyNot?: string | undefined;
}

export interface OptionChoice<T> {
  title: string;
  placeholder?: string;
  items: readonly Option<T>[];
  now: T;
  hasBack: boolean;
  count?: StepCount | undefined;
  take: (value: T) => void;
}

/** Available options come first. Selecting another one shows the reason, and the question stays open. */
export async function choose<T>({
  title,
  placeholder = '',
  items,
  now,
  hasBack,
  count,
  take,
}: OptionChoice<T>): Promise<'done' | typeof back | undefined> {
  const sorted = items
    .toSorted((a, b) => Number(a.whyNot !== undefined) - Number(b.whyNot !== undefined))
    .map(item => ({
      ...item,
      description: item.whyNot ?? item.text ?? '',
      iconPath: item.whyNot === undefined ? undefined : notPossibleIcon(),
    }));
  const active = sorted.find(item => item.value === now && item.whyNot === undefined) ?? sorted[0];
  const answer = await pickStep({
    title,
    placeholder,
    items: sorted,
    active,
    hasBack,
    count,
    whyNot: ([chosen]) =>
      chosen?.whyNot === undefined ? undefined : l10n.t('{0}: {1}.', chosen.label, chosen.whyNot),
  });
  if (answer === undefined || answer === back) return answer;
  const [chosen] = answer;
  if (!chosen) return undefined;
  take(chosen.value);
  return 'done';
}

/** The question as one of several steps. Its content is computed when the step is reached. */
export function choiceStep<T>(question: () => Omit<OptionChoice<T>, 'hasBack' | 'count'>): Step {
  return (hasBack, count) => choose({ ...question(), hasBack, count });
}

/** Like `choose`, but returns the answer itself. */
export async function chooseOne<T>(
  choice: Omit<OptionChoice<T>, 'take'>,
): Promise<T | typeof back | undefined> {
  let chosen: T | undefined;
  const end = await choose({ ...choice, take: value => void (chosen = value) });
  return end === 'done' ? chosen : end;
}

/** What a list lacks, after its options: it can't be selected. */
export function lackOptions(listed: Listed<unknown>): Option<undefined>[] {
  return lackTexts(listedExtent(listed)).map(({ label, text }) => ({
    value: undefined,
    label,
    whyNot: text,
  }));
}

/** A file or an area that can't be ordered. */
export interface LeftOut {
  name: string;
  why: string;
}

/** An item of a list. Without a value, it can't be chosen. */
export type ValueItem<T> = vscode.QuickPickItem & { value?: T };

/** Items that can be ordered, followed by those that can't, with the reasons. */
export function withLeftOut<T>(
  items: readonly ValueItem<T>[],
  leftOut: readonly LeftOut[],
): readonly ValueItem<T>[] {
  if (leftOut.length === 0) return items;
  return [
    ...items,
    { label: l10n.t("can't be ordered"), kind: vscode.QuickPickItemKind.Separator },
    ...leftOut.map(({ name, why }) => ({ label: name, description: why, iconPath: notPossibleIcon() })),
  ];
}

function notPossibleIcon(): vscode.ThemeIcon {
  return new vscode.ThemeIcon('circle-slash');
}

/** Asks for a text that must not be empty. @param value the suggested text */
export function askText(
  title: string,
  prompt: string,
  value: string,
  count?: StepCount,
): Promise<string | typeof back | undefined> {
  const read = (text: string) => (text === '' ? { problem: l10n.t('Enter a name.') } : { value: text });
  return readStep({ title, prompt, value, count, read });
}
