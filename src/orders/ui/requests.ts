import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { requestFile } from '../../model/request/requestFile.ts';
import { openDraft } from '../../editor/openDraft.ts';
import { chooseRequest, type RequestParts } from './chooseRequest.ts';
import { curlScript } from '../../model/request/curlScript.ts';
import { setStatusBarMessage } from '../../editor/window.ts';

/** How long the status bar tells of the copy, ms. */
const noticeMs = 4000;

/**
 * Copies the calls of an order or a search as a script for a terminal, without the key.
 *
 * @param given see {@link chooseRequest}
 */
export async function copyAsCurl(parts: RequestParts, given: unknown): Promise<void> {
  const chosen = await chooseRequest(parts, given, l10n.t('Copy what as curl?'));
  if (!chosen) return;
  const { connection, plan } = chosen;
  await vscode.env.clipboard.writeText(curlScript(connection, plan));
  setStatusBarMessage(
    'check',
    l10n.t('Copied for a terminal: it takes the key from SWATH_API_KEY'),
    noticeMs,
  );
}

/**
 * Opens the calls of an order or a search as an unsaved request file (`.http`), without the key.
 *
 * @param given see {@link chooseRequest}
 */
export async function openRequest(parts: RequestParts, given: unknown): Promise<void> {
  const chosen = await chooseRequest(parts, given, l10n.t('Open the request of what?'));
  if (!chosen) return;
  const { connection, plan, from } = chosen;
  await openDraft({ name: plan.title, ending: '.http', text: requestFile(connection, plan), from });
}
