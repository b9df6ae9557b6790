import * as vscode from 'vscode';
import { curlScript } from '../model/request/curlScript.ts';
import { setStatusBarMessage } from '../platform/window.ts';
import { chooseRequest, type RequestParts } from './chooseRequest.ts';

/** How long the status bar tells of the copy, ms. */
const noticeMs = 4000;

/**
 * Copies the calls of an order or a search as a script for a terminal, without the key.
 *
 * @param given see {@link chooseRequest}
 */
export async function copyAsCurl(parts: RequestParts, given: unknown): Promise<void> {
  const chosen = await chooseRequest(parts, given, vscode.l10n.t('Copy what as curl?'));
  if (!chosen) return;
  const { connection, plan } = chosen;
  await vscode.env.clipboard.writeText(curlScript(connection, plan));
  setStatusBarMessage(
    'check',
    vscode.l10n.t('Copied for a terminal: it takes the key from SWATH_API_KEY'),
    noticeMs,
  );
}
