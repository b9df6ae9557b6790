import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { ToolName } from './toolInputs.ts';

/** What the editor shows before it runs a tool that a model wants to use. */
export function toolConfirmation(
  name: ToolName,
  title: string,
  input: unknown,
): vscode.PreparedToolInvocation {
  const message = replacesSearch(name, input)
    ? l10n.t('Reads from the service, and replaces the search on the map. Costs nothing.')
    : toolEffect(name);
  return { confirmationMessages: { title, message } };
}

function replacesSearch(name: ToolName, input: unknown): boolean {
  const { showOnMap } = Object(input) as { showOnMap?: unknown };
  // As the tool reads it.
  return name === 'swath_searchImages' && /^\s*true\s*$/.test(String(showOnMap));
}

function toolEffect(name: ToolName): string {
  switch (name) {
    case 'swath_draftOrder':
      return l10n.t(
        'Opens an unsaved order file. Orders nothing and costs nothing: only you can place an order.',
      );
    case 'swath_priceOrder':
      return l10n.t('Requests the price of an order file. Orders nothing and costs nothing.');
    case 'swath_listShortlist':
      return l10n.t('Reads the shortlist. Changes nothing and costs nothing.');
    case 'swath_reportSummary':
      return l10n.t('Reads a report on this machine. Changes nothing and costs nothing.');
    case 'swath_searchImages':
    case 'swath_measureCoverage':
    case 'swath_listAnalytics':
    case 'swath_listOrders':
    case 'swath_readAccount':
      return l10n.t('Reads from the service. Changes nothing and costs nothing.');
  }
}
