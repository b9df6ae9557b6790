import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { currentLocale } from '../../base/words/displayLanguage.ts';
import { webviewHtml } from '../../platform/host/webviewHtml.ts';
import type { PageAssets } from '../../protocol/protocol.ts';
import type { BaseMap } from './rules/baseMap.ts';

/** The hash of an empty style element: the UI library inserts one to test a selector; no other is allowed. */
const emptyStyle = `'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='`;

/**
 * The HTML of the page. Everything loads from the extension's own folder, except tiles from the server that the user
 * chose; nothing else may be loaded or contacted.
 *
 * @param texts translations by their English text; `undefined` for English
 * @param savedView what the page before kept of its view, as JSON
 */
export function pageHtml(
  webview: vscode.Webview,
  distUri: vscode.Uri,
  baseMap: BaseMap,
  texts: Readonly<Record<string, string>> | undefined,
  savedView?: string,
): string {
  const asset = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(distUri, name)).toString();
  const cspSource = webview.cspSource;
  const tileOrigins = baseMap.kind === 'tiles' ? baseMap.source.origins : [];
  const assets = {
    landUrl: asset('land.json'),
    coastUrl: asset('coast.bin'),
    placesUrl: asset('places.txt'),
    clearWorkerUrl: asset('clearWorker.js'),
    imageWorkerUrl: asset('imageWorker.js'),
    openJpegUrl: asset('openjpeg.wasm'),
    ...tileAssets(baseMap),
    texts: texts && JSON.stringify(texts),
    savedView,
  };
  return webviewHtml(webview, asset, {
    bundle: 'page',
    id: 'swath-page',
    attributes: dataAttributes(assets),
    styles: emptyStyle,
    // The decoder of JPEG 2000; this doesn't allow `eval`.
    scripts: "'wasm-unsafe-eval'",
    policy: [
      ['img-src', cspSource, 'data:', 'blob:', ...tileOrigins].join(' '),
      `font-src ${cspSource}`,
      `connect-src ${cspSource}`,
      // The page's own threads, from copies of their bundles.
      'worker-src blob:',
    ],
  });
}

function tileAssets(
  baseMap: BaseMap,
): Omit<
  PageAssets,
  'landUrl' | 'coastUrl' | 'placesUrl' | 'clearWorkerUrl' | 'imageWorkerUrl' | 'openJpegUrl'
> {
  switch (baseMap.kind) {
    case 'land':
      return {};
    case 'tiles': {
      const { background, source, attribution } = baseMap;
      return { background, tileUrl: source.template, tileAttribution: attribution };
    }
    case 'refused':
      return { background: 'own', tileProblem: baseMap.problem };
  }
}

/**
 * Read by the page from `dataset`. Contains settings and translations, so that every character that could end the
 * attribute is escaped.
 */
function dataAttributes(assets: PageAssets): string {
  return Object.entries<string | undefined>({ ...assets })
    .flatMap(([name, value]) => {
      if (value === undefined) return [];
      const attribute = name.replaceAll(/[A-Z]/g, letter => `-${letter.toLowerCase()}`);
      return [`data-${attribute}="${value.replaceAll(/[&<>"']/g, sign => `&#${sign.charCodeAt(0)};`)}"`];
    })
    .join(' ');
}

/**
 * Translations of the page, by English text. Only those that the page can show, as listed by the build: all of them
 * would be six times as many.
 *
 * @returns `undefined` for English
 */
export function pageTexts(distUri: vscode.Uri): Record<string, string> | undefined {
  const { bundle } = currentLocale();
  if (!bundle) return undefined;
  const { fsPath } = vscode.Uri.joinPath(distUri, 'pageTexts.json');
  // Written by our own build.
  const texts = JSON.parse(readFileSync(fsPath, 'utf8')) as string[];
  return Object.fromEntries(
    texts.flatMap(text => (bundle[text] === undefined ? [] : [[text, bundle[text]]])),
  );
}
