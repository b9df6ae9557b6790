/**
 * Preloaded into the workers of unit and contract tests. Node loads the code as it stands, and keeps what it compiled for
 * the next worker; this is what it can't load: `vscode`, which is the fake here, components and styles.
 */
import { readFileSync } from 'node:fs';
import { createRequire, registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';

const fakeEditor = new URL('fake/vscode.ts', import.meta.url).href;
const require = createRequire(import.meta.url);

registerHooks({
  resolve: (specifier, context, nextResolve) =>
    specifier === 'vscode' ? { url: fakeEditor, shortCircuit: true } : nextResolve(specifier, context),
  load(url, context, nextLoad) {
    const [file = ''] = url.split('?');
    if (file.endsWith('.css')) return { format: 'module', source: "export default '';", shortCircuit: true };
    if (!file.endsWith('.tsx')) return nextLoad(url, context);
    const path = fileURLToPath(file);
    return { format: 'module', source: withoutJsx(path, readFileSync(path, 'utf8')), shortCircuit: true };
  },
});

/**
 * @param {string} path
 * @param {string} text
 */
function withoutJsx(path, text) {
  const { transformSync } = /** @type {typeof import('rolldown/utils')} */ (require('rolldown/utils'));
  const { code, errors } = transformSync(path, text, {
    jsx: { runtime: 'automatic', importSource: 'preact' },
  });
  const [error] = errors;
  if (error) throw error;
  return code;
}
