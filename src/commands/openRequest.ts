import * as vscode from 'vscode';
import { requestFile } from '../model/request/requestFile.ts';
import { openDraft } from '../platform/openDraft.ts';
import { chooseRequest, type RequestParts } from './chooseRequest.ts';

/**
 * Opens the calls of an order or a search as an unsaved request file (`.http`), without the key.
 *
 * @param given see {@link chooseRequest}
 */
export async function openRequest(parts: RequestParts, given: unknown): Promise<void> {
  const chosen = await chooseRequest(parts, given, vscode.l10n.t('Open the request of what?'));
  if (!chosen) return;
  const { connection, plan, from } = chosen;
  await openDraft({ name: plan.title, ending: '.http', text: requestFile(connection, plan), from });
}
