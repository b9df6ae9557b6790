import { readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import { installEditor } from '../editor/installEditor.mjs';
import { tempFolder } from './tempFolder.ts';

/** Instead of npm: installs a server of three files, and counts how often it is asked to. */
const npm = `
const { appendFileSync, mkdirSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
appendFileSync(process.env.INSTALLATIONS, 'x');
const write = (path, text) => {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, text);
};
if (process.cwd().endsWith('vscode')) write('node_modules/package/index.js', 'exports.answer = 42;');
else {
  const vscode = 'node_modules/code-server/lib/vscode';
  write(vscode + '/package.json', JSON.stringify({ dependencies: {} }));
  write(vscode + '/out/server-main.js', 'serve();');
}
`;

/** An editor in an empty cache. */
async function start() {
  const folder = await tempFolder();
  const cli = join(folder, 'npm-cli.js');
  const installations = join(folder, 'installations');
  await writeFile(cli, npm);
  onTestFinished(() => void vi.unstubAllEnvs());
  const env = { HOME: folder, XDG_CACHE_HOME: folder, npm_execpath: cli, INSTALLATIONS: installations };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const log = vi.spyOn(console, 'log').mockReturnValue();
  onTestFinished(() => log.mockRestore());
  const { serverMain } = await installEditor();
  return {
    serverMain,
    vscode: join(dirname(serverMain), '..'),
    cache: join(folder, 'swath'),
    /** Each takes two calls of npm. */
    installations: async () => (await readFile(installations, 'utf8')).length / 2,
    output: () => log.mock.calls.flat().join('\n'),
  };
}

it.skipIf(process.platform === 'win32')('installs an editor once, and again when it is damaged', async () => {
  const { serverMain, vscode, cache, installations, output } = await start();
  await installEditor();
  expect(await installations()).toBe(1);
  await truncate(serverMain, 3);
  await rm(join(vscode, 'node_modules'), { recursive: true });
  await installEditor();
  expect(output()).toContain('is damaged or outdated, so it is installed again.');
  expect(await readFile(serverMain, 'utf8')).toBe('serve();');
  await installEditor();
  expect(await installations()).toBe(2);
  const left = (await readdir(cache)).filter(name => /partial|lock/.test(name));
  expect(left).toEqual([]);
});

it.skipIf(process.platform === 'win32')(
  'installs an editor again when another version is named',
  async () => {
    const { vscode, installations, output } = await start();
    const manifest = join(vscode, '../../../../package.json');
    const text = await readFile(manifest, 'utf8');
    // As long as before.
    await writeFile(manifest, text.replace(/\d"\}/, 'x"}'));
    await installEditor();
    expect(output()).toContain('is damaged or outdated, so it is installed again.');
    await installEditor();
    expect(await installations()).toBe(2);
    expect(await readFile(manifest, 'utf8')).toBe(text);
  },
);
