import * as vscode from 'vscode';

export const section = 'swath';

/**
 * A setting as the user has it. All of them have application or machine scope: a workspace, trusted or not, decides
 * neither where a key or a file goes nor how often the service is asked. What it says all the same is passed over here.
 */
export function ownSetting(name: string): unknown {
  const found = vscode.workspace.getConfiguration(section).inspect<unknown>(name);
  return found?.globalValue ?? found?.defaultValue;
}

/** @param fallback where the setting is not a number, which nothing keeps out of the file */
export function ownNumber(name: string, fallback: number): number {
  const value = ownSetting(name);
  return typeof value === 'number' && Number.isFinite(value) ? value : fallback;
}
