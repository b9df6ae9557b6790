import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { writeSettings } from './editorSettings.ts';
import { type InstalledEditor, installEditor } from './installEditor.mjs';
import { addLanguagePack } from './languagePack.ts';
import { registerExtension } from './registerExtension.ts';
import { startServerProcess } from './serverProcess.ts';

export type ServeOptions = {
  /** The folder that windows open. */
  folder?: string;
  /** Folder of an extension that is installed in this editor. */
  extensionPath?: string;
  /** Module whose `run()` is called in the extension host of a window; it puts the extension in test mode. */
  testsPath?: string;
  /** A loopback port; by default, a free one. */
  port?: number;
  /** Language of extensions, such as `de`; the editor's own texts stay English. */
  language?: string;
  /** Added to the environment of the server, and so of the extension host. */
  env?: Record<string, string>;
  /** Modules that the server and the processes it forks load first. */
  preloads?: readonly string[];
  /** Whether a folder must be trusted first; until then, its window is in Restricted Mode. */
  asksForTrust?: boolean;
  /** Folder with the built-in extensions; by default, all that VS Code includes. */
  builtIn?: string;
  /** User settings, on top of the quiet defaults of editorSettings.ts. */
  settings?: Record<string, unknown>;
  /** Everything that the editor stores. By default, a temporary folder that `stop` removes. */
  dataDir?: string;
  /** The server's output; by default, `server.log` in `dataDir`. */
  logFile?: string;
  /** Where `stop` copies all logs; by default, nowhere. */
  keepLogs?: string;
};

/** An editor that serves its workbench to browsers on this machine. */
export type Editor = {
  /** `http://127.0.0.1:<port>`: browser storage (including secrets) belongs to it, so a new port starts empty. */
  origin: string;
  port: number;
  /** URL of a window on the folder given to `serveEditor`, on another folder, or on a multi-root workspace file. */
  url(folder?: string): string;
  dataDir: string;
  /** User settings, which a window reads when it loads; change them with `writeSettings`. */
  settingsFile: string;
  /** One folder per start of the server, with `exthost<n>/remoteexthost.log` and a folder per extension. */
  logs: string;
  logFile: string;
  /** Resolves when the server ends, with a message if `stop` wasn't the cause. */
  ended: Promise<string | undefined>;
  /** Ends the server, its extension hosts and terminals. May be called repeatedly. */
  stop(): Promise<void>;
};

/**
 * Starts VS Code with separate data folders, installing it first if it is missing. The server ends when this process
 * ends for any reason.
 */
export async function serveEditor(options: ServeOptions = {}): Promise<Editor> {
  const installed = await installEditor();
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'swath-editor-')));
  const removeData = async () => {
    if (options.dataDir === undefined) await rm(dataDir, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    return await serveFrom(installed, dataDir, removeData, options);
  } catch (error) {
    await removeData();
    throw error;
  }
}

async function serveFrom(
  installed: InstalledEditor,
  dataDir: string,
  removeData: () => Promise<void>,
  options: ServeOptions,
): Promise<Editor> {
  const { extensionPath, testsPath, port: requestedPort = 0, env = {} } = options;
  const settingsFile = join(dataDir, 'data/User/settings.json');
  const extensionsDir = join(dataDir, 'extensions');
  const logFile = options.logFile ?? join(dataDir, 'server.log');
  await writeSettings(settingsFile, options.settings ?? {});
  if (extensionPath !== undefined && testsPath === undefined) {
    await registerExtension(extensionsDir, extensionPath);
  }
  if (options.language !== undefined)
    await addLanguagePack(join(dataDir, 'data'), extensionsDir, options.language);
  const server = await startServerProcess(
    installed,
    [
      ...['--host', '127.0.0.1', '--port', String(requestedPort)],
      ...['--server-data-dir', dataDir, '--extensions-dir', extensionsDir],
      ...['--without-connection-token', '--accept-server-license-terms', '--telemetry-level', 'off'],
      // The environment is this process's; otherwise, the server would query a login shell, which is slow.
      '--force-disable-user-env',
      ...(options.asksForTrust === true ? [] : ['--disable-workspace-trust']),
      ...(options.language === undefined ? [] : ['--locale', options.language]),
      ...(options.builtIn === undefined ? [] : ['--builtin-extensions-dir', options.builtIn]),
      // Only with this option can a window's URL name tests. It hides notifications, so it is set only for tests.
      ...(testsPath === undefined ? [] : ['--enable-smoke-test-driver']),
    ],
    { env, logFile, preloads: options.preloads ?? [] },
  );
  const { port, ended } = server;
  const logs = join(dataDir, 'data/logs');
  return {
    origin: `http://127.0.0.1:${port}`,
    port,
    ended,
    dataDir,
    settingsFile,
    logFile,
    logs,
    url: (path = options.folder) => windowUrl(port, options, path),
    async stop() {
      await server.stop();
      if (options.keepLogs !== undefined)
        await keepLogs(join(options.keepLogs, `editor-${port}`), logs, logFile);
      await removeData();
    },
  };
}

async function keepLogs(folder: string, logs: string, logFile: string): Promise<void> {
  await cp(logs, folder, { recursive: true });
  await cp(logFile, join(folder, 'server.log'));
}

/** A folder that the server opens by default isn't the one that its files are in: they would be open twice. */
function windowUrl(port: number, options: ServeOptions, folder: string | undefined): string {
  const url = new URL(`http://127.0.0.1:${port}/`);
  const remote = (path: string) => `vscode-remote://${url.host}${pathToFileURL(path).pathname}`;
  if (folder !== undefined)
    url.searchParams.set(
      folder.endsWith('.code-workspace') ? 'workspace' : 'folder',
      decodeURIComponent(pathToFileURL(folder).pathname),
    );
  if (options.testsPath !== undefined) {
    const payload = [['extensionTestsPath', remote(options.testsPath)]];
    if (options.extensionPath !== undefined) {
      payload.push(['extensionDevelopmentPath', remote(options.extensionPath)]);
    }
    url.searchParams.set('payload', JSON.stringify(payload));
  }
  return url.href;
}
