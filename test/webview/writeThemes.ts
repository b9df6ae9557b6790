// node test/webview/writeThemes.ts, after a build
//
// Writes the theme variables that the real editor gives to extension pages, as far as ours uses them.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTheme, type Theme } from '../editor/browser.ts';
import { mapPage, runCommand, startProduct } from '../page/product.ts';
import { usedVariables } from './themes.ts';

const product = await startProduct();
await runCommand(product.page, 'Swath: Open Map');
const map = await mapPage(product.page);
const found: Partial<Record<Theme, object>> = {};
for (const theme of ['dark', 'light', 'hcDark', 'hcLight'] as const) {
  const before = await map.locator('body').getAttribute('data-vscode-theme-name');
  if (theme !== 'dark') {
    await setTheme(product.page, theme);
    await map.waitForFunction(name => document.body.dataset.vscodeThemeName !== name, before);
  }
  found[theme] = await map.evaluate(names => {
    const { style } = document.documentElement;
    return {
      name: document.body.dataset.vscodeThemeName,
      classes: document.body.className,
      variables: Object.fromEntries(names.map(name => [name, style.getPropertyValue(name) || null])),
    };
  }, usedVariables());
}
await writeFile(join(import.meta.dirname, 'themes.json'), `${JSON.stringify(found, undefined, 2)}\n`);
await product.stop();
