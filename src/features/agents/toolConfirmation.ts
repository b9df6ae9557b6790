import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { ToolName } from './toolInputs.ts';
import { toolTraits } from './toolTraits.ts';

/** What the editor shows before it runs a tool that a model wants to use. */
export function toolConfirmation(
  name: ToolName,
  title: string,
  input: unknown,
): vscode.PreparedToolInvocation {
  const message = replacesSearch(name, input)
    ? l10n.t('Reads from the service, and replaces the search on the map. Costs nothing.')
    : toolTraits[name].effect();
  return { confirmationMessages: { title, message } };
}

function replacesSearch(name: ToolName, input: unknown): boolean {
  const { showOnMap } = Object(input) as { showOnMap?: unknown };
  // As the tool reads it.
  return name === 'swath_searchImages' && /^\s*true\s*$/.test(String(showOnMap));
}
