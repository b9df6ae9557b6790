import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { cacheFolder } from './cacheFolder.ts';
import { isAlive, owner, withInstallLock } from './installLock.mjs';
import { npmCli } from './npmCli.mjs';
import { nodeBinary, repository } from './repository.ts';
import { runLogged } from './runLogged.ts';
import { ensureBuildTools } from './systemPackages.ts';

/** The npm package that contains a whole VS Code, and which VS Code that is. */
export const editorVersion = { package: 'code-server', version: '4.139.1', vscode: '1.139.1' };

const name = `editor-${editorVersion.vscode}`;
const vscodeFolder = `node_modules/${editorVersion.package}/lib/vscode`;

/**
 * Path of the editor's server, `server-main.js`, in the user's cache folder; installs it there where it is
 * missing, which takes about two minutes. Another process that installs it is waited for.
 */
export async function installEditor(): Promise<string> {
  const folder = join(cacheFolder(), name);
  const serverMain = join(folder, vscodeFolder, 'out/server-main.js');
  if (existsSync(folder)) return serverMain;
  if (process.platform === 'win32') {
    throw new Error(
      `The npm package ${editorVersion.package} does not install on Windows. ` +
        'Work in WSL, or where VS Code is installed, use npm start -- --desktop and npm run test:desktop.',
    );
  }
  await withInstallLock(
    `${folder}.lock`,
    () => console.log('Another process installs the editor. Waiting for it …'),
    async () => {
      if (!existsSync(folder)) await install(folder);
    },
  );
  return serverMain;
}

/** Installs beside `folder` and renames at the end: what stands in `folder` is whole. */
async function install(folder: string): Promise<void> {
  await ensureBuildTools();
  await removeAbandoned();
  console.log(`Installing VS Code ${editorVersion.vscode} into ${folder}: about two minutes, once.`);
  const staging = join(cacheFolder(), `${name}.partial-${owner()}`);
  const headers = join(staging, 'headers');
  const log = `${folder}.log`;
  await rm(log, { force: true });
  try {
    const nodeVersion = await installedVersion(join(repository, 'node_modules/node'));
    const nodePackage = platformPackage();
    await npmInstall('Headers of Node', headers, log, {
      dependencies: { [nodePackage]: nodeVersion },
    });
    await npmInstall(
      'Download and compile',
      staging,
      log,
      {
        dependencies: { [editorVersion.package]: editorVersion.version },
        // argon2 hashes passwords for code-server's own server, which is not the one that runs here.
        allowScripts: { [editorVersion.package]: true, argon2: false },
      },
      { npm_config_nodedir: join(headers, 'node_modules', nodePackage) },
    );
    await runLogged(
      'First run',
      nodeBinary,
      [join(staging, vscodeFolder, 'out/server-main.js'), '--version'],
      {
        log,
      },
    );
    await rm(headers, { recursive: true });
    await rename(staging, folder);
  } finally {
    await rm(staging, { recursive: true, force: true });
  }
}

async function npmInstall(
  title: string,
  folder: string,
  log: string,
  manifest: Record<string, unknown>,
  settings: NodeJS.ProcessEnv = {},
): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ private: true, ...manifest }));
  const npm = npmCli();
  const args = ['install', '--ignore-scripts=false', '--no-audit', '--no-fund', '--foreground-scripts'];
  await runLogged(title, nodeBinary, [npm, ...args], {
    log,
    cwd: folder,
    env: { ...npmEnvironment(npm), ...settings },
  });
}

/**
 * For an npm of its own, on our Node: install scripts call `node` and `npm` by name. What the npm above told its
 * scripts about itself would be taken for settings (its `user_agent` names another Node, which code-server refuses).
 */
function npmEnvironment(npm: string): NodeJS.ProcessEnv {
  const aboutItself =
    /^npm_(?!config_)|^npm_config_(user_agent|node_gyp|npm_version|local_prefix|prefix|global_prefix|nodedir)$/i;
  const kept = Object.entries(process.env).filter(([key]) => !aboutItself.test(key));
  const path = [dirname(nodeBinary), process.env.PATH, dirname(npm)].join(delimiter);
  return { ...Object.fromEntries(kept), PATH: path };
}

/** The package in which npm's `node` keeps the files of this platform: binary and headers. */
function platformPackage(): string {
  const prefix = process.platform === 'darwin' && process.arch === 'arm64' ? 'node-bin' : 'node';
  return `${prefix}-${process.platform}-${process.arch}`;
}

async function installedVersion(folder: string): Promise<string> {
  return (JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
}

/** Half a gigabyte each, left by installations that were killed. */
async function removeAbandoned(): Promise<void> {
  const prefix = `${name}.partial-`;
  for (const entry of await readdir(cacheFolder())) {
    if (!entry.startsWith(prefix) || isAlive(entry.slice(prefix.length))) continue;
    await rm(join(cacheFolder(), entry), { recursive: true, force: true });
  }
}
