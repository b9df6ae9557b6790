import { randomBytes } from 'node:crypto';
import type * as vscode from 'vscode';
import { displayLanguage } from '../../base/words/displayLanguage.ts';

export interface WebviewContents {
  /** Name of its script and its style sheet in `dist`, without the endings. */
  bundle: string;
  /** Of the only element. */
  id: string;
  /** Of the only element, as escaped HTML. */
  attributes?: string;
  /** What styles may be loaded besides those of the extension. */
  styles?: string;
  /** What else scripts may do. */
  scripts?: string;
  /** Further directives of the content security policy; without any, only the script and the style sheet are loaded. */
  policy?: readonly string[];
}

/** The HTML of a page of the extension: everything loads from its own folder, and nothing else may be loaded. */
export function webviewHtml(
  webview: vscode.Webview,
  assetUrl: (name: string) => string,
  { bundle, id, attributes = '', styles = '', scripts = '', policy = [] }: WebviewContents,
): string {
  const nonce = randomBytes(16).toString('base64');
  const directives = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}' ${scripts}`.trimEnd(),
    `style-src ${webview.cspSource} ${styles}`.trimEnd(),
    ...policy,
    // These two don't fall back to `default-src`.
    `base-uri 'none'`,
    `form-action 'none'`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${displayLanguage()}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${directives}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Swath</title>
<link rel="stylesheet" href="${assetUrl(`${bundle}.css`)}">
</head>
<body>
<main id="${id}" ${attributes}></main>
<script nonce="${nonce}" src="${assetUrl(`${bundle}.js`)}"></script>
</body>
</html>`;
}
