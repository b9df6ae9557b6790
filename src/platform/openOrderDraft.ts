import type * as vscode from 'vscode';
import stringify from 'json-stringify-pretty-compact';
import { openDraft } from './openDraft.ts';

/**
 * Opens the draft of an order as an unsaved document beside the AOI's file, in the column of the AOI's text.
 *
 * @param aoi the AOI, or nothing where it has no document
 * @param body of the request
 */
export function openOrderDraft(
  { uri }: { uri?: string },
  title: string,
  body: object,
): Promise<vscode.TextEditor> {
  return openDraft({
    name: title,
    ending: '.order.json',
    language: 'json',
    text: `${stringify(body)}\n`,
    from: uri,
  });
}
