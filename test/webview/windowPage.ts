/** The documents that simulate an editor window: one around the extension's page, and what the editor adds to it. */
import type { Theme } from '../editor/browser.ts';
import { themeOf } from './themes.ts';

/** Focusable elements before and after the page. */
export const windowHtml = `<!DOCTYPE html>
<html><head><meta charset="utf-8"><title>Window</title>
<style>
  html, body { margin: 0; height: 100%; background: #1f1f1f; }
  body { display: flex; flex-direction: column; }
  iframe { flex: 1; border: 0; }
  button { height: 20px; }
</style></head>
<body><button id="before">Before the page</button><div id="place" style="display: contents"></div>
<button id="after">After the page</button>
<script>
  let state;
  let shown = 0;
  const frame = () => document.querySelector('iframe');
  const unpacked = (key, value) =>
    value && typeof value === 'object' && '$bytes' in value
      ? new window[value.$type](Uint8Array.from(atob(value.$bytes), sign => sign.charCodeAt(0)).buffer)
      : value;
  const packed = (key, value) => {
    if (!ArrayBuffer.isView(value)) return value;
    const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
    const text = Array.from(bytes, byte => String.fromCharCode(byte)).join('');
    return { $bytes: btoa(text), $type: value.constructor.name };
  };
  window.addEventListener('message', ({ source, data }) => {
    if (source !== frame()?.contentWindow) return;
    window.fromPage(JSON.stringify(data, packed));
  });
  Object.assign(window, {
    showPage(address) {
      window.hidePage();
      const next = document.createElement('iframe');
      next.src = address;
      document.getElementById('place').append(next);
    },
    hidePage: () => frame()?.remove(),
    keptState: () => state,
    // At once: a page that goes away says so at the last moment.
    keepState: next => (state = next),
    forgetPage() {
      window.hidePage();
      state = undefined;
    },
    toPage(texts) {
      for (const text of texts) frame()?.contentWindow.postMessage(JSON.parse(text, unpacked), '*');
    },
  });
</script></body></html>`;

/**
 * The extension's page as the editor shows it: with the theme's colors, the editor's own style rules, and the function
 * for messages to the extension. All of this comes before the page's content security policy, which would block it.
 */
export function framedHtml(html: string, theme: Theme, reducedMotion: boolean): string {
  const style = themeOf(theme);
  const motion = reducedMotion ? ' vscode-reduce-motion' : '';
  const added = `<style>@layer editor {
  body { margin: 0; padding: 0 20px; color: var(--vscode-editor-foreground); font-family: var(--vscode-font-family);
    font-size: var(--vscode-font-size); font-weight: var(--vscode-font-weight); background: transparent; }
  html { background: var(--vscode-editor-background); }
  img, video { max-width: 100%; max-height: 100%; }
  a { color: var(--vscode-textLink-foreground); }
  a:focus, input:focus, select:focus, textarea:focus { outline: 1px solid -webkit-focus-ring-color; outline-offset: -1px; }
}</style>
<script>
  {
    const editor = {
      postMessage: message => parent.postMessage(message, '*'),
      getState: () => parent.keptState(),
      setState: state => parent.keepState(structuredClone(state)),
    };
    let isTaken = false;
    window.acquireVsCodeApi = () => {
      if (isTaken) throw new Error('An instance of the VS Code API has already been acquired');
      isTaken = true;
      return Object.freeze(editor);
    };
    const { style } = document.documentElement;
    const paint = variables => {
      style.cssText = '';
      for (const [name, value] of variables) style.setProperty(name, value);
    };
    paint(${JSON.stringify(style.variables)});
    window.addEventListener('message', event => {
      if (event.data?.kind !== '$theme') return;
      event.stopImmediatePropagation();
      paint(event.data.variables);
      document.body.className = event.data.classes;
      document.body.dataset.vscodeThemeName = event.data.name;
    });
  }
</script>`;
  return html
    .replace('<head>', `<head>${added}`)
    .replace('<body>', `<body class="${style.classes}${motion}" data-vscode-theme-name="${style.name}">`);
}
