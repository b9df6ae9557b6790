import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { pathToFileURL } from 'node:url';
import { patient } from '../runSpeed.ts';
import { endProcessTree } from './endProcessTree.ts';
import type { InstalledEditor } from './installEditor.mjs';
import { nodeBinary } from './repository.ts';

export type ServerProcess = {
  port: number;
  /** Resolves when the server ends, with a message if `stop` wasn't the cause. */
  ended: Promise<string | undefined>;
  /** Ends the server, its extension hosts and terminals. May be called repeatedly. */
  stop(): Promise<void>;
};

/** Time for the server to start listening, milliseconds. One second is usual. */
const startTimeout = patient(60_000);

/** Runs `server-main.js` until it listens. The server ends when this process ends for any reason. */
export async function startServerProcess(
  { serverMain, node = nodeBinary }: InstalledEditor,
  args: string[],
  {
    env,
    logFile,
    preloads = [],
  }: { env: Record<string, string>; logFile: string; preloads?: readonly string[] },
): Promise<ServerProcess> {
  const own = ['endWithParent.mjs', 'mintKey.mjs', 'shiftHostClock.mjs'].map(name =>
    join(import.meta.dirname, name),
  );
  const imports = [...own, ...preloads].map(file => `--import=${pathToFileURL(file).href}`);
  const server = spawn(node, [...imports, serverMain, ...args], {
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    env: { ...ownEnvironment(), ...env },
  });
  const log = createWriteStream(logFile);
  server.stdout.pipe(log, { end: false });
  server.stderr.pipe(log, { end: false });

  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= endProcessTree(server).then(() => finished(log.end())));
  try {
    const port = await listeningPort(server);
    const page = await fetch(`http://127.0.0.1:${port}`, { signal: AbortSignal.timeout(startTimeout) });
    if (!page.ok) throw new Error(`it answers ${page.status}`);
    const ended = new Promise<string | undefined>(resolve => {
      server.once('exit', (code, signal) => {
        resolve(
          stopping ? undefined : `The editor ended (${String(code ?? signal)}). Its output is in ${logFile}`,
        );
      });
    });
    return { port, ended, stop };
  } catch (error) {
    await stop();
    const reason = error instanceof Error ? error.message : String(error);
    const output = (await readFile(logFile, 'utf8')).slice(-2_000);
    throw new Error(`The editor did not start: ${reason}. What it said last:\n${output}`, { cause: error });
  }
}

/** The server chooses the port, so that no other process can take it in between. */
function listeningPort(server: ChildProcess): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  let output = '';
  const read = (chunk: Buffer) => {
    output += chunk.toString();
    const port = /^Extension host agent listening on (\d+)/m.exec(output)?.[1];
    if (port !== undefined) resolve(Number(port));
    // The server would continue without a port.
    const taken = /EADDRINUSE.*:(\d+)/.exec(output)?.[1];
    if (taken !== undefined) reject(new Error(`another program has port ${taken}, choose another one`));
  };
  const fail = (code: number | null, signal: NodeJS.Signals | null) =>
    reject(new Error(`it ended (${String(code ?? signal)})`));
  const timer = setTimeout(
    () => reject(new Error(`it did not listen within ${startTimeout / 1000} s`)),
    startTimeout,
  );
  server.stdout?.on('data', read);
  server.stderr?.on('data', read);
  server.once('error', reject).once('exit', fail);
  return promise.finally(() => {
    clearTimeout(timer);
    server.stdout?.off('data', read);
    server.stderr?.off('data', read);
    server.off('error', reject).off('exit', fail);
  });
}

/** Without the variables of the tool that runs us: npm, a test runner, or the terminal of another VS Code. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const foreign = /^(VSCODE_|ELECTRON_|VITEST|npm_|NODE_OPTIONS$|NODE_ENV$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !foreign.test(name)));
}
