import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { build, type Plugin } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { repository } from '../../editor/repository.ts';
import { readSources } from '../../l10n/textsOfCode.ts';

/** Stands for whatever a module asks of its surroundings while it is loaded. */
const anything: unknown = new Proxy(function () {}, {
  get: (_target, name) => (name === Symbol.toPrimitive ? () => '' : name === 'prototype' ? {} : anything),
  apply: () => anything,
  construct: () => anything as object,
});

/** Texts, the editor, and the surroundings of the page. */
const surroundings: Plugin = {
  name: 'surroundings',
  setup(bundler) {
    bundler.onResolve({ filter: /^@vscode\/l10n$/ }, ({ path }) => ({ path, namespace: 'texts' }));
    bundler.onLoad({ filter: /./, namespace: 'texts' }, () => ({
      contents: 'module.exports = { t: textAtLoad, config() {} }',
    }));
    // Only our own code makes texts.
    bundler.onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' ? undefined : { path, namespace: 'library' },
    );
    bundler.onLoad({ filter: /./, namespace: 'library' }, () => ({ contents: 'module.exports = anything' }));
    bundler.onLoad({ filter: /\.css$/ }, () => ({ contents: '' }));
  },
};

/** Loads modules as the editor does, with nothing called yet. */
async function load(entry: string): Promise<string[]> {
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: repository },
    bundle: true,
    // A module that nothing is used of is loaded here all the same.
    ignoreAnnotations: true,
    write: false,
    format: 'iife',
    platform: 'neutral',
    target: 'node22',
    define: { 'import.meta': '{}' },
    plugins: [surroundings],
  });
  const found: string[] = [];
  const textAtLoad = (text: unknown) => {
    found.push(typeof text === 'string' ? text : JSON.stringify(text));
    return String(text);
  };
  const code = outputFiles[0]?.text ?? '';
  // The bundler copies the names that a module has: what stands for all of them has none.
  const script = code.replaceAll('__toESM(', 'asItIs(');
  const asItIs = (module: unknown) => module;
  const globals = Object.fromEntries(
    [
      'window',
      'self',
      'document',
      'navigator',
      'HTMLElement',
      'customElements',
      'acquireVsCodeApi',
      'Buffer',
      'TextEncoder',
      'TextDecoder',
      'performance',
      'AbortController',
      'AbortSignal',
      'DOMException',
      'matchMedia',
      'ResizeObserver',
      'structuredClone',
      'process',
    ].map(name => [name, anything]),
  );
  runInNewContext(script, { ...globals, Intl, URL, setTimeout, anything, asItIs, textAtLoad });
  return found;
}

/** They do their work as soon as they are loaded. */
const programs: readonly string[] = [
  'src/features/areas/areaWorker.ts',
  'src/features/deliveries/reportWorker.ts',
  'src/sandbox/cli.ts',
  'src/sandbox/sandboxWorker.ts',
  'webview/app/page.tsx',
  'webview/conversation/conversationMap.tsx',
];

describe('texts', () => {
  // Before activation nobody has said yet which language is spoken: such a text would stay English.
  it('are made when they are wanted, never while a module is loaded', async () => {
    const names = (await readSources()).map(({ name }) => name).filter(name => !programs.includes(name));
    const entry = names.map(name => `import ${JSON.stringify(join(repository, name))};`).join('\n');
    expect(await load(entry)).toEqual([]);
  });

  it('that are made too early are found', async () => {
    const early = `import * as l10n from '@vscode/l10n'; const texts = () => [l10n.t('Early')]; texts();`;
    expect(await load(early)).toEqual(['Early']);
  });
});
