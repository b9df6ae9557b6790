import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as vscode from 'vscode';
import { setLocale } from '../../../../src/base/words/displayLanguage.ts';
import { readBaseMap } from '../../../../src/features/map/rules/baseMap.ts';
import { pageHtml, pageTexts } from '../../../../src/features/map/pageHtml.ts';
import { tempFolder } from '../../tempFolder.ts';

const webview = {
  cspSource: 'https://own.test',
  asWebviewUri: (uri: vscode.Uri) => uri,
} as unknown as vscode.Webview;

const html = (tileUrl: unknown, attribution: unknown = '', texts?: Record<string, string>) =>
  pageHtml(webview, vscode.Uri.parse('https://own.test/dist'), readBaseMap(tileUrl, attribution), texts);

/** The content security policy of a page, by directive, without the nonce, which is unique to each page. */
function policyOf(page: string): Record<string, string> {
  const [, content = ''] = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(page) ?? [];
  return Object.fromEntries(
    content.split('; ').map(directive => {
      const [name = '', ...sources] = directive.split(' ');
      return [name, sources.join(' ').replace(/'nonce-[^']+'/, 'nonce')];
    }),
  );
}

const closed = {
  'default-src': "'none'",
  // WebAssembly decodes JPEG 2000.
  'script-src': "nonce 'wasm-unsafe-eval'",
  'style-src': "https://own.test 'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='",
  'img-src': 'https://own.test data: blob:',
  'font-src': 'https://own.test',
  'connect-src': 'https://own.test',
  'worker-src': 'blob:',
  'base-uri': "'none'",
  'form-action': "'none'",
};

/** The attributes of the page's element as a browser reads them. */
function assetsOf(page: string): Record<string, string> {
  const [, attributes = ''] = /<main id="swath-page" ([^>]*)><\/main>/.exec(page) ?? [];
  return Object.fromEntries(
    [...attributes.matchAll(/data-([a-z-]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value.replace(/&#(\d+);/g, (_, code: string) => String.fromCharCode(Number(code))),
    ]),
  );
}

describe('the HTML of the page', () => {
  it('is in the display language, and contains the given texts as plain data', () => {
    expect(html('')).toContain('<html lang="en">');
    setLocale({ language: 'de', bundle: {} });
    const texts = { 'Search "all"': '<b>„Alle“</b> & mehr' };
    const page = html('', '', texts);
    setLocale({ language: 'en', bundle: undefined });
    expect(page).toContain('<html lang="de">');
    expect(policyOf(page)).toEqual(closed);
    expect(JSON.parse(assetsOf(page).texts ?? '')).toEqual(texts);
    expect(page).not.toContain('<b>');
  });

  it('can load only from its own folder if no tiles are set', () => {
    const page = html('');
    expect(policyOf(page)).toEqual(closed);
    expect(assetsOf(page)).toEqual({
      'land-url': 'https://own.test/dist/land.json',
      'coast-url': 'https://own.test/dist/coast.bin',
      'places-url': 'https://own.test/dist/places.txt',
      'clear-worker-url': 'https://own.test/dist/clearWorker.js',
      'image-worker-url': 'https://own.test/dist/imageWorker.js',
      'open-jpeg-url': 'https://own.test/dist/openjpeg.wasm',
    });
  });

  it.each<[string, string]>([
    ['https://tiles.test/{z}/{x}/{y}.png?key=a&b=c', 'https://tiles.test'],
    ['http://127.0.0.1:8080/{z}/{x}/{y}.png', 'http://127.0.0.1:8080'],
    [
      'https://{s}.tiles.test/{z}/{x}/{-y}{r}',
      'https://a.tiles.test https://b.tiles.test https://c.tiles.test',
    ],
  ])('can load pictures only from the exact origins of %s', (template, origins) => {
    const page = html(template, 'Somebody');
    expect(policyOf(page)).toEqual({ ...closed, 'img-src': `https://own.test data: blob: ${origins}` });
    expect(assetsOf(page)).toMatchObject({ 'tile-url': template, 'tile-attribution': 'Somebody' });
  });

  it.each(['https://*/{z}/{x}/{y}', "https://a;script-src'/{z}/{x}/{y}", 'http://tiles.test/{z}/{x}/{y}'])(
    'allows nothing for a template that is refused, and reports why: %s',
    template => {
      const page = html(template);
      expect(policyOf(page)).toEqual(closed);
      expect(assetsOf(page)['tile-problem']).toMatch(/^The setting swath\.map\.tileUrl must /);
      expect(assetsOf(page)).not.toHaveProperty('tile-url');
    },
  );

  it('keeps every setting inside its attribute', () => {
    const attribution = `"><script>alert(1)</script><img src=x onerror='x()'>&quot;`;
    const template = `https://tiles.test/{z}/{x}/{y}?a="><b>'&amp;`;
    const page = html(template, attribution);
    expect(assetsOf(page)).toMatchObject({ 'tile-url': template, 'tile-attribution': attribution });
    expect(page.match(/<script/g)).toHaveLength(1);
    expect(page).not.toMatch(/<(b|img)\b/);
  });
});

it('contains the texts that it can show and that have a translation', async () => {
  const folder = await tempFolder();
  await writeFile(join(folder, 'pageTexts.json'), JSON.stringify(['Map', 'Search', 'Brand new']));
  setLocale({ language: 'de', bundle: { Map: 'Karte', Search: 'Suchen', 'Sign In': 'Anmelden' } });
  const texts = pageTexts(vscode.Uri.file(folder));
  setLocale({ language: 'en', bundle: undefined });
  expect(texts).toEqual({ Map: 'Karte', Search: 'Suchen' });
});
