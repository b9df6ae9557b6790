import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { deflateRaw } from 'node:zlib';
import * as vscode from 'vscode';
import { currentLocale } from '../../base/words/displayLanguage.ts';
import { mapPageParts } from '../../protocol/answerMap.ts';

const packed = promisify(deflateRaw);

/**
 * The map in a conversation as one document, because the client's frame lets a page request nothing. It is the same for
 * all answers: the client gives them to it.
 *
 * @param distUri of the built files
 */
export async function conversationPage(distUri: vscode.Uri): Promise<string> {
  const read = (name: string) => readFile(vscode.Uri.joinPath(distUri, name).fsPath);
  const { language, bundle } = currentLocale();
  const texts = JSON.parse(String(await read('conversationTexts.json'))) as string[];
  const locale = bundle && {
    language,
    bundle: Object.fromEntries(texts.map(text => [text, bundle[text] ?? text])),
  };
  const part = (name: keyof typeof mapPageParts, text: string) =>
    `<script type="text/plain" id="${mapPageParts[name]}">${text}</script>`;
  const outline = async (file: string) => (await packed(await read(file))).toString('base64');
  return [
    '<!DOCTYPE html>',
    `<html lang="${language}"><head><meta charset="utf-8"><title>Swath</title></head><body>`,
    // Nothing in it can end the element.
    part('locale', locale ? JSON.stringify(locale).replaceAll('<', String.raw`\u003c`) : ''),
    part('land', await outline('land.json')),
    part('coast', await outline('coast.bin')),
    `<script>${String(await read('conversationMap.js'))}</script>`,
    '</body></html>',
  ].join('\n');
}
