import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from '../editor/repository.ts';
import type { Theme } from '../editor/browser.ts';

interface ThemeFacts {
  /** As the editor shows it. */
  name: string;
  /** Of the body of a page of the extension. */
  classes: string;
  /** Colours and fonts by the names of their variables; `null` for those that the theme leaves out. */
  variables: Record<string, string | null>;
}

/** What the editor tells the pages of extensions of its themes; `node test/webview/writeThemes.ts` asks it. */
const themes = JSON.parse(readFileSync(join(import.meta.dirname, 'themes.json'), 'utf8')) as Record<
  Theme,
  ThemeFacts
>;

/** The variables of the editor that the page uses, as it is built. */
export function usedVariables(): string[] {
  const built = ['page.css', 'page.js'].map(name => readFileSync(join(repository, 'dist', name), 'utf8'));
  return [...new Set(built.join('\n').match(/--vscode-[\w-]+/g))].toSorted();
}

/** Throws where the page uses a variable of which nobody has asked the editor. */
export function checkThemes(): void {
  const unknown = usedVariables().filter(name => !(name in themes.dark.variables));
  if (unknown.length > 0)
    throw new Error(`themes.json has no ${unknown.join(', ')}. Run node test/webview/writeThemes.ts.`);
}

export function themeOf(theme: Theme): { classes: string; name: string; variables: [string, string][] } {
  const { classes, name, variables } = themes[theme];
  const known = Object.entries(variables).filter((one): one is [string, string] => one[1] !== null);
  return { classes, name, variables: known };
}
