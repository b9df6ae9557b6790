/** What pages of facts consist of: that of an order, and the details of other rows. One script and style sheet serves all. */
import * as vscode from 'vscode';
import { type Html, html } from '../../base/words/html.ts';
import { webviewHtml } from '../host/webviewHtml.ts';
import type { Fact } from '../rows/row.ts';

/** Facts without a value are left out; `undefined` if none is left. */
export function factList(facts: readonly Fact[]): Html | undefined {
  const known = facts.filter(([, value]) => value);
  if (known.length === 0) return undefined;
  return html`<dl>
    ${known.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value}</dd>
        </div>`,
    )}
  </dl>`;
}

/**
 * @param index of what the button is about among several, counted from 0
 * @param of what the button is about, for screen readers
 */
export function pageButton(action: string, title: string, index?: number, of?: string): Html {
  const which = index === undefined ? undefined : html` data-index="${index}"`;
  const label = of === undefined ? undefined : html` aria-label="${`${title}, ${of}`}"`;
  return html`<button data-action="${action}" ${which} ${label}>${title}</button>`;
}

/** The empty page: its contents come as a message, so that an update keeps the place and the focus. */
export function frameHtml(webview: vscode.Webview, distUri: vscode.Uri): string {
  const asset = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(distUri, name)).toString();
  return webviewHtml(webview, asset, { bundle: 'orderPage', id: 'swath-order' });
}
