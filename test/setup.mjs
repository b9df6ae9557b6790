// node test/setup.mjs <script.ts> [arguments]
//
// The entry of `npm start` and `npm test`: runs a script on this repository's Node, which runs TypeScript.
// It runs before anything is installed, so it needs only Node 20 or later.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { constants, tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installEditor } from './editor/installEditor.mjs';
import { withInstallLock } from './editor/installLock.mjs';
import { npmCli } from './editor/npmCli.mjs';
import { runLogged } from './editor/runLogged.mjs';

const minNode = 20;
const repository = dirname(dirname(fileURLToPath(import.meta.url)));
const binFolder = join(repository, 'node_modules/.bin');
const node = join(repository, 'node_modules/node/bin', process.platform === 'win32' ? 'node.exe' : 'node');

try {
  checkNode();
  const [script, ...scriptArguments] = process.argv.slice(2);
  if (script === undefined) throw new Error('Usage: node test/setup.mjs <script.ts> [arguments]');
  await installAll(script.endsWith('editor/start.ts') && !scriptArguments.includes('--desktop'));
  await run(node, [script, ...scriptArguments], {
    PATH: [binFolder, process.env.PATH].join(delimiter),
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

function checkNode() {
  if (Number(process.versions.node.split('.')[0]) >= minNode) return;
  throw new Error(
    `Swath's tools need Node ${minNode} or newer to begin with; ${process.execPath} is ${process.version}. ` +
      'Install one from https://nodejs.org and run the command again.',
  );
}

/**
 * The packages, and at a first `npm start` the editor beside them: each waits for the network while the other unpacks.
 * @param {boolean} opensEditor
 */
async function installAll(opensEditor) {
  if (isInstalled()) return;
  const [packages, editor] = await Promise.allSettled([
    installPackages(),
    opensEditor ? installEditor() : Promise.resolve(),
  ]);
  for (const outcome of [packages, editor]) if (outcome.status === 'rejected') throw outcome.reason;
}

/** Two clones have separate locks; two commands in one clone share one. */
async function installPackages() {
  const clone = createHash('sha256').update(repository).digest('hex').slice(0, 12);
  await withInstallLock(
    join(tmpdir(), `swath-packages-${clone}.lock`),
    () => console.log('Another command installs the packages. Waiting for it …'),
    async () => {
      if (isInstalled()) return;
      const log = join(tmpdir(), `swath-packages-${clone}.log`);
      const ci = [npmCli(), 'ci', '--include=dev', '--loglevel=error'];
      const title = 'The packages of package-lock.json (npm ci)';
      await runLogged(title, process.execPath, ci, { log, cwd: repository, usual: 56 });
      if (!isInstalled())
        throw new Error('npm ci left packages out. Delete node_modules and run the command again.');
    },
  );
}

/** Whether node_modules matches package-lock.json, according to npm's own record, and each package is there. */
function isInstalled() {
  const written = join(repository, 'node_modules/.package-lock.json');
  if (!existsSync(written) || !existsSync(node)) return false;
  const there = readPackages(written);
  return [...readPackages(join(repository, 'package-lock.json'))].every(
    ([path, { version, optional }]) =>
      path === '' ||
      optional === true ||
      (there.get(path)?.version === version && existsSync(join(repository, path, 'package.json'))),
  );
}

/** @param {string} file a lock file of npm */
function readPackages(file) {
  /** @type {unknown} */
  const lock = JSON.parse(readFileSync(file, 'utf8'));
  const { packages } = /** @type {{ packages: Record<string, { version: string, optional?: boolean }> }} */ (
    lock
  );
  return new Map(Object.entries(packages));
}

/**
 * Runs a command in this terminal, forwards signals to it, and exits with its exit code.
 * @param {string} command
 * @param {string[]} args
 * @param {NodeJS.ProcessEnv} env
 * @returns {Promise<void>}
 */
function run(command, args, env) {
  const child = spawn(command, args, { cwd: repository, stdio: 'inherit', env: { ...process.env, ...env } });
  /** @type {NodeJS.Signals[]} */
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  /** @param {NodeJS.Signals} signal */
  const forward = signal => child.kill(signal);
  for (const signal of signals) process.on(signal, forward);
  // Killing npm ends npm and its shell, but nothing below them.
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid !== parent) forward('SIGTERM');
  }, 1_000);
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => {
      for (const each of signals) process.off(each, forward);
      clearInterval(watch);
      // As a shell reports the end by a signal.
      process.exitCode = signal === null ? (code ?? 1) : 128 + constants.signals[signal];
      resolve();
    });
  });
}
