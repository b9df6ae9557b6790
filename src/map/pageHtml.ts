import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/** The hash of an empty style element: the controls' library inserts one to try a selector, and nothing else may. */
const emptyStyle = `'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='`;

/** The page's frame. Everything in it comes from the extension's own folder; nothing else may load or be reached. */
export function pageHtml(webview: vscode.Webview, distUri: vscode.Uri): string {
  const asset = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(distUri, name)).toString();
  const nonce = randomBytes(16).toString('base64');
  const own = webview.cspSource;
  const policy = [
    `default-src 'none'`,
    `script-src 'nonce-${nonce}'`,
    `style-src ${own} ${emptyStyle}`,
    `img-src ${own} data: blob:`,
    `font-src ${own}`,
    `connect-src ${own}`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="${vscode.env.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Swath</title>
<link rel="stylesheet" href="${asset('page.css')}">
</head>
<body>
<main id="swath-page" data-land-url="${asset('land.json')}"></main>
<script nonce="${nonce}" src="${asset('page.js')}"></script>
</body>
</html>`;
}
