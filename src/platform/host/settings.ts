import * as vscode from 'vscode';
import type manifest from '../../../package.json';

export const section = 'swath';

type Declared = (typeof manifest)['contributes']['configuration']['properties'];

/** Without its section. Only `package.json` declares settings, their types and their defaults. */
export type SettingName = keyof Declared extends infer K ? (K extends `swath.${infer N}` ? N : never) : never;

type DefaultOf<N extends SettingName> = Declared[`swath.${N}`] extends { default: infer T } ? T : never;

/**
 * A setting as the user has it. All settings have application or machine scope: a workspace, trusted or not, can't
 * decide where a key or a file goes or how often the service is called. Workspace values are ignored here.
 */
export function userSetting(name: SettingName): unknown {
  const found = settings().inspect<unknown>(name);
  return found?.globalValue ?? found?.defaultValue;
}

/** Writes a setting for all windows; `undefined` resets it to its default. */
export async function writeOwnSetting(name: SettingName, value: unknown): Promise<void> {
  const isGlobal = true;
  await settings().update(name, value, isGlobal);
}

const settings = () => vscode.workspace.getConfiguration(section);

/** The same, or the default if its type is another, which the settings file doesn't prevent. */
export function settingValue<N extends SettingName>(name: N): DefaultOf<N> {
  const { globalValue, defaultValue } = settings().inspect<unknown>(name) ?? {};
  const isUsable = typeof globalValue !== 'number' || Number.isFinite(globalValue);
  return (
    isUsable && typeof globalValue === typeof defaultValue ? globalValue : defaultValue
  ) as DefaultOf<N>;
}

const lensSettings = {
  areas: () => settingValue('lenses.areas'),
  orders: () => settingValue('lenses.orders'),
  searches: () => settingValue('lenses.searches'),
  reports: () => settingValue('lenses.reports'),
};

/** Whether the user wants lenses above documents of a kind. */
export function showsLenses(kind: keyof typeof lensSettings): boolean {
  return lensSettings[kind]();
}

/** Runs after each change of what {@link showsLenses} returns. */
export function onLensSettingChange(run: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration(event => {
    if (event.affectsConfiguration(`${section}.lenses`)) run();
  });
}
