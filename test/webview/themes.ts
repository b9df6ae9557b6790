import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Theme } from '../editor/browser.ts';
import { repository } from '../editor/repository.ts';

interface ThemeFacts {
  /** As shown in the editor. */
  name: string;
  /** Classes of the body of an extension's page. */
  classes: string;
  /** Colors and fonts by variable name; `null` for those that the theme doesn't define. */
  variables: Record<string, string | null>;
}

/** The theme variables that the editor gives to extension pages, written by `node test/webview/writeThemes.ts`. */
const themes = JSON.parse(readFileSync(join(import.meta.dirname, 'themes.json'), 'utf8')) as Record<
  Theme,
  ThemeFacts
>;

/** The editor's variables that the built pages use. */
export function usedVariables(): string[] {
  return [...new Set(builtPages().match(/--vscode-[\w-]+/g))].toSorted();
}

/** Those that are used somewhere with nothing in their place. */
export function variablesWithoutFallback(): string[] {
  return [...new Set(builtPages().match(/(?<=var\()--vscode-[\w-]+(?=\))/g))].toSorted();
}

function builtPages(): string {
  const names = ['page.css', 'page.js', 'orderPage.css', 'notebookRenderer.js'];
  return names.map(name => readFileSync(join(repository, 'dist', name), 'utf8')).join('\n');
}

/** Throws if the page uses a variable that themes.json doesn't have. */
export function checkThemes(): void {
  const unknown = usedVariables().filter(name => !(name in themes.dark.variables));
  if (unknown.length > 0)
    throw new Error(`themes.json has no ${unknown.join(', ')}. Run node test/webview/writeThemes.ts.`);
}

export function themeOf(theme: Theme): { classes: string; name: string; variables: [string, string][] } {
  const { classes, name, variables } = themes[theme];
  const known = Object.entries(variables).filter((entry): entry is [string, string] => entry[1] !== null);
  return { classes, name, variables: known };
}
