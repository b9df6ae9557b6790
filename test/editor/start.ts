// npm start [-- --port <n>] [--no-open] [--desktop]
//
// Opens VS Code with Swath, signed in to the built-in sandbox, in a folder of samples.
import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildExtension } from './buildExtension.ts';
import { hasDisplay, openBrowser } from './openBrowser.ts';
import { openDesktop } from './openDesktop.ts';
import { repository } from './repository.ts';
import { serveEditor } from './serve.ts';

const usage = `Usage: npm start -- [options]
  --port <n>   the port on this machine to serve the editor on; a free one where it is left out
  --no-open    print the address only
  --desktop    open the VS Code that is on PATH instead of one in the browser
  --help       this text`;

/** If this is set, the extension signs in to the sandbox at its first start and shows a sample on the map. */
const sandbox = { SWATH_START: 'sample' };

try {
  await start();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function start(): Promise<void> {
  const options = readOptions();
  if (options.help) {
    console.log(usage);
    return;
  }
  const folder = join(await mkdtemp(join(tmpdir(), 'swath-')), 'samples');
  await cp(join(repository, 'media/samples'), folder, { recursive: true });
  if (options.desktop) await openOnDesktop(folder);
  else await openInBrowser(folder, options);
  console.log(`What you saved is in ${folder}`);
}

async function openOnDesktop(folder: string): Promise<void> {
  await buildExtension();
  await openDesktop(repository, folder, sandbox);
}

/** The extension is built while the server starts, which reads it only when a window connects. */
async function openInBrowser(
  folder: string,
  options: { port: number | undefined; open: boolean },
): Promise<void> {
  const [build, server] = await Promise.allSettled([
    buildExtension(),
    serveEditor({
      extensionPath: repository,
      folder,
      env: sandbox,
      ...(options.port !== undefined && { port: options.port }),
    }),
  ]);
  if (server.status === 'rejected') throw server.reason;
  const editor = server.value;
  try {
    if (build.status === 'rejected') throw build.reason;
    console.log(`\nSwath is at ${editor.url()}\nCtrl-C ends it.\n`);
    if (options.open) await open(editor.url());
    const failure = await Promise.race([stopSignal(), editor.ended]);
    if (failure !== undefined) throw new Error(failure);
  } finally {
    await editor.stop();
  }
}

async function open(url: string): Promise<void> {
  if (!hasDisplay()) console.log('There is no display here. Open the address in a browser on this machine.');
  else if (!(await openBrowser(url))) console.log('No browser could be opened. Open the address yourself.');
}

/**
 * Resolves when this process is asked to end. From then on, it takes the time to shut down cleanly, even if npm and the
 * terminal both pass on one Ctrl-C.
 */
function stopSignal(): Promise<undefined> {
  return new Promise(resolve => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => resolve(undefined));
  });
}

function readOptions(): { port: number | undefined; open: boolean; desktop: boolean; help: boolean } {
  try {
    const { values } = parseArgs({
      options: {
        port: { type: 'string' },
        'no-open': { type: 'boolean', default: false },
        desktop: { type: 'boolean', default: false },
        help: { type: 'boolean', default: false },
      },
    });
    const port = values.port === undefined ? undefined : Number(values.port);
    if (port !== undefined && !(Number.isInteger(port) && port > 0 && port < 65_536)) {
      throw new Error(`--port takes a number from 1 to 65535, not "${String(values.port)}".`);
    }
    return { port, open: !values['no-open'], desktop: values.desktop, help: values.help };
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : String(error)}\n${usage}`, { cause: error });
  }
}
