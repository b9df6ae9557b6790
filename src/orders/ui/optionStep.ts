/** One question among options, of which some can be out of reach for a reason. */
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { back, pickStep, type StepCount } from '../../editor/steps.ts';

export interface Option<T> {
  value: T;
  label: string;
  text: string;
  /** Why it cannot be had, in place of the text. */
  whyNot?: string | undefined;
}

export interface Choice<T> {
  title: string;
  placeholder: string;
  items: readonly Option<T>[];
  now: T;
  hasBack: boolean;
  count?: StepCount | undefined;
  /** Called with the answer. */
  take: (value: T) => void;
}

/** What can be had comes first. Whoever chooses what cannot is told the reason, and asked on. */
export async function choose<T>({
  title,
  placeholder,
  items,
  now,
  hasBack,
  count,
  take,
}: Choice<T>): Promise<'done' | typeof back | undefined> {
  const shown = items
    .toSorted((one, other) => Number(one.whyNot !== undefined) - Number(other.whyNot !== undefined))
    .map(one => ({
      ...one,
      description: one.whyNot ?? one.text,
      ...(one.whyNot === undefined ? {} : { iconPath: new vscode.ThemeIcon('circle-slash') }),
    }));
  const active = shown.find(one => one.value === now && one.whyNot === undefined) ?? shown[0];
  const answer = await pickStep({
    ...{ title, placeholder, items: shown, active, hasBack, count },
    whyNot: ([chosen]) => chosen && whyNotText(chosen.label, chosen.whyNot),
  });
  if (answer === undefined || answer === back) return answer;
  const [chosen] = answer;
  if (!chosen) return undefined;
  take(chosen.value);
  return 'done';
}

/** The same, with the answer itself. */
export async function chooseOne<T>(choice: Omit<Choice<T>, 'take'>): Promise<T | typeof back | undefined> {
  let chosen: T | undefined;
  const end = await choose({ ...choice, take: value => void (chosen = value) });
  return end === 'done' ? chosen : end;
}

/** Why an option cannot be had; nothing where it can. */
function whyNotText(label: string, whyNot: string | undefined): string | undefined {
  return whyNot === undefined ? undefined : l10n.t('{0}: {1}.', label, whyNot);
}

/** One option for each value. */
export function optionItems<T extends string>(
  values: readonly T[],
  labelOf: (value: T) => string,
  textOf: (value: T) => string,
): Option<T>[] {
  return values.map(value => ({ value, label: labelOf(value), text: textOf(value) }));
}
