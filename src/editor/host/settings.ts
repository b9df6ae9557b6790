import * as vscode from 'vscode';

export const section = 'swath';

/**
 * A setting as the user has it. All settings have application or machine scope: a workspace, trusted or not, can't
 * decide where a key or a file goes or how often the service is called. Workspace values are ignored here.
 */
export function userSetting(name: string): unknown {
  const found = settings().inspect<unknown>(name);
  return found?.globalValue ?? found?.defaultValue;
}

/** Writes a setting for all windows; `undefined` resets it to its default. */
export async function writeOwnSetting(name: string, value: unknown): Promise<void> {
  const isGlobal = true;
  await settings().update(name, value, isGlobal);
}

const settings = () => vscode.workspace.getConfiguration(section);

/** @param fallback used if the setting isn't a number, which the settings file doesn't prevent */
export function userNumber(name: string, fallback: number): number {
  const value = userSetting(name);
  return typeof value === 'number' && Number.isFinite(value) ? value : fallback;
}

const lensSettings = {
  areas: () => userSetting('lenses.areas'),
  orders: () => userSetting('lenses.orders'),
  searches: () => userSetting('lenses.searches'),
  reports: () => userSetting('lenses.reports'),
};

/** Whether the user wants lenses above documents of a kind. */
export function showsLenses(kind: keyof typeof lensSettings): boolean {
  return lensSettings[kind]() !== false;
}

/** Runs after each change of what {@link showsLenses} returns. */
export function onLensSettingChange(run: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration(event => {
    if (event.affectsConfiguration(`${section}.lenses`)) run();
  });
}
