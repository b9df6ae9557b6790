// The editor that `npm start` and the tests use: the server of VS Code from the npm package code-server. Plain JavaScript,
// because it is installed beside the project's packages, on the Node that the user has.
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { cacheFolder } from './cacheFolder.mjs';
import { isWhole, recordFiles } from './fileRecord.mjs';
import { isAlive, owner, withInstallLock } from './installLock.mjs';
import { npmCli } from './npmCli.mjs';
import { runLogged } from './runLogged.mjs';

/**
 * @typedef {object} EditorVersion
 * @property {string} vscode
 * @property {string} codeServer version of the package that contains it
 * @property {Record<string, string | undefined>} packages of the editor: replaced, or not installed
 * @property {Record<string, string>} standIns for modules that would have to be compiled: their text, by path
 * @property {string} [node] version of Node that it runs on; by default, that of this repository
 */

/** What the server doesn't need: assistants, sandboxes for their tools, and containers. Together 220 MB. */
const unneeded = {
  '@devcontainers/cli': undefined,
  '@github/copilot-sdk': undefined,
  '@microsoft/mxc-sdk': undefined,
  '@vscode/copilot-api': undefined,
};

/** The editor's logs. @returns {string} */
function logWriter() {
  return readFileSync(fileURLToPath(new URL('logWriter.cjs', import.meta.url)), 'utf8');
}

/** @satisfies {Record<string, EditorVersion>} */
export const editorVersions = {
  newest: {
    vscode: '1.139.1',
    codeServer: '4.139.1',
    packages: unneeded,
    standIns: { '@vscode/spdlog/index.js': logWriter() },
  },
  /** The oldest that package.json promises (`engines.vscode`). */
  oldest: {
    vscode: '1.105.1',
    codeServer: '4.105.1',
    packages: {
      // Named by its repository.
      '@parcel/watcher': '2.5.1',
      // Downloads its program when it is installed.
      '@vscode/ripgrep': undefined,
      '@vscode/ripgrep-universal': '1.18.0',
    },
    standIns: {
      '@vscode/spdlog/index.js': logWriter(),
      '@vscode/ripgrep/index.js': "exports.rgPath = require('@vscode/ripgrep-universal').rgPath;\n",
      // Ends the extension host with the server, which here ends all that it has started.
      'native-watchdog/index.js':
        'exports.start = () => undefined;\nexports.exit = code => process.exit(code);\n',
    },
    // Of VS Code 1.105 on the desktop, and of its own server.
    node: '22.19.0',
  },
};

/** Names the version that the tests run in, one of `editorVersions`. */
export const editorVariable = 'SWATH_EDITOR';

/** @returns {EditorVersion} */
function chosenVersion() {
  const name = process.env[editorVariable] ?? 'newest';
  if (name === 'newest' || name === 'oldest') return editorVersions[name];
  throw new Error(`${editorVariable} is newest or oldest, not "${name}".`);
}

/**
 * An installed editor.
 *
 * @typedef {object} InstalledEditor
 * @property {string} serverMain path of its server
 * @property {string} [node] path of the Node that it needs
 */

/**
 * Installs the editor in the user's cache folder if it is missing or damaged there. Needs Node and npm only: no install
 * script runs, nothing is compiled. If another process is installing it, waits for that.
 *
 * @returns {Promise<InstalledEditor>}
 */
export async function installEditor() {
  const version = chosenVersion();
  const folder = join(cacheFolder(), `editor-${version.vscode}`);
  const installed = {
    serverMain: join(vscodeIn(folder), 'out/server-main.js'),
    ...(version.node === undefined
      ? {}
      : { node: join(folder, 'node_modules', platformPackage(), 'bin/node') }),
  };
  if (await isInstalled(version, folder)) return installed;
  if (process.platform === 'win32') {
    throw new Error(
      'The npm package code-server does not install on Windows. ' +
        'Work in WSL, or where VS Code is installed, use npm start -- --desktop and npm run test:desktop.',
    );
  }
  await withInstallLock(
    `${folder}.lock`,
    () => console.log('Another process installs the editor. Waiting for it …'),
    async () => {
      if (!(await isInstalled(version, folder))) await install(version, folder);
    },
  );
  return installed;
}

/**
 * @param {EditorVersion} version
 * @param {string} folder
 */
async function isInstalled(version, folder) {
  try {
    const manifest = await readFile(join(folder, 'package.json'), 'utf8');
    return manifest === manifestWith(serverOf(version)) && (await isWhole(folder));
  } catch {
    return false;
  }
}

/** @param {EditorVersion} version */
function serverOf({ codeServer, node }) {
  const dependencies = { 'code-server': codeServer };
  return { dependencies: node === undefined ? dependencies : { ...dependencies, [platformPackage()]: node } };
}

/** @param {Record<string, unknown>} manifest */
function manifestWith(manifest) {
  return JSON.stringify({ private: true, ...manifest });
}

/** @param {string} folder */
function vscodeIn(folder) {
  return join(folder, 'node_modules/code-server/lib/vscode');
}

/**
 * Installs next to `folder` and renames at the end, so that `folder` is never half installed.
 *
 * @param {EditorVersion} version
 * @param {string} folder
 */
async function install(version, folder) {
  await removeAbandoned();
  if (existsSync(folder))
    console.log(`The editor in ${folder} is damaged or outdated, so it is installed again.`);
  const staging = join(cacheFolder(), `editor-${version.vscode}.partial-${owner()}`);
  const vscode = vscodeIn(staging);
  const log = `${folder}.log`;
  await rm(log, { force: true });
  const title = `VS Code ${version.vscode}`;
  try {
    await npmInstall(`${title}, 1 of 2: its server`, 25, staging, log, serverOf(version));
    await npmInstall(
      `${title}, 2 of 2: the packages of the server`,
      13,
      vscode,
      log,
      await manifestOf(vscode, version),
    );
    for (const [path, text] of Object.entries(version.standIns)) {
      const module = join(vscode, 'node_modules', path);
      await mkdir(dirname(module), { recursive: true });
      await writeFile(module, text);
    }
    await recordFiles(staging);
    // What is left of the one before.
    await rm(folder, { recursive: true, force: true });
    await rename(staging, folder);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

/**
 * The editor's own manifest without what isn't needed here.
 *
 * @param {string} vscode
 * @param {EditorVersion} version
 */
async function manifestOf(vscode, { packages }) {
  /** @type {unknown} */
  const manifest = JSON.parse(await readFile(join(vscode, 'package.json'), 'utf8'));
  const { dependencies, ...rest } = /** @type {{ dependencies: Record<string, string> }} */ (manifest);
  const kept = Object.entries({ ...dependencies, ...packages }).filter(
    ([, version]) => version !== undefined,
  );
  // It pins what the manifest no longer names.
  if (Object.values(packages).some(version => version !== undefined))
    await rm(join(vscode, 'npm-shrinkwrap.json'), { force: true });
  return { ...rest, dependencies: Object.fromEntries(kept) };
}

/**
 * @param {string} title
 * @param {number} usual time, seconds
 * @param {string} folder
 * @param {string} log
 * @param {Record<string, unknown>} manifest
 */
async function npmInstall(title, usual, folder, log, manifest) {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), manifestWith(manifest));
  const npm = npmCli();
  const args = ['install', '--ignore-scripts', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  await runLogged(title, process.execPath, [npm, ...args], {
    log,
    cwd: folder,
    env: npmEnvironment(npm),
    usual,
  });
}

/**
 * For a separate npm. What the outer npm set for its scripts would be read as settings (its `user_agent` names another
 * Node, which code-server rejects).
 *
 * @param {string} npm
 * @returns {NodeJS.ProcessEnv}
 */
function npmEnvironment(npm) {
  const aboutItself =
    /^npm_(?!config_)|^npm_config_(user_agent|node_gyp|npm_version|local_prefix|prefix|global_prefix|nodedir)$/i;
  const kept = Object.entries(process.env).filter(([key]) => !aboutItself.test(key));
  const path = [dirname(process.execPath), process.env.PATH, dirname(npm)].join(delimiter);
  return { ...Object.fromEntries(kept), PATH: path };
}

/** The package that contains this platform's binary of Node. */
function platformPackage() {
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  return `${prefix}-${process.platform}-${process.arch}`;
}

/** Half a gigabyte each, left by installations that were killed. */
async function removeAbandoned() {
  for (const entry of await readdir(cacheFolder())) {
    const [, by] = /^editor-[\d.]+\.partial-(.*)/.exec(entry) ?? [];
    if (by !== undefined && !isAlive(by))
      await rm(join(cacheFolder(), entry), { recursive: true, force: true });
  }
}
