// npm run bench -- download
//
// Downloading a 200 MB report, with its checksum verified, checked, indexed and renamed, compared with curl, which only
// saves the same bytes, over a 300 Mbit/s connection.
import { type ChildProcess, execFile, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Measurement } from './benchRow.ts';
import type { WindowAnswer } from './downloadWindow.ts';

const rounds = 7;
/** 300 Mbit/s in bytes per second. */
const lineRate = 37_500_000;
/** Required share of curl's rate. */
const shareOfRate = 0.95;
const run = promisify(execFile);

export async function benchDownload(): Promise<Measurement[]> {
  const folder = await mkdtemp(join(tmpdir(), 'swath-bench-'));
  const server = fork(join(import.meta.dirname, 'reportServer.ts'));
  try {
    const [origin] = (await once(server, 'message')) as [string];
    const link = `${origin}/api/v1/items/i1/download?rate=${lineRate}`;
    const ours: number[] = [];
    const curl: number[] = [];
    const memory: number[] = [];
    let isWhole = true;
    for (let round = 0; round < rounds; round += 1) {
      // A new window each time: the JavaScript engine keeps memory that a window has used once.
      const window = startWindow(folder);
      const { tookMs, path, overIdleMB } = await downloadIn(window, link);
      if (path === undefined) throw new Error('The report did not come: see above.');
      ours.push(tookMs);
      memory.push(overIdleMB);
      isWhole &&= (await stat(path)).size > 200_000_000;
      await rm(path);
      const began = performance.now();
      await run('curl', ['--silent', '--show-error', '--fail', '--output', join(folder, 'curl'), link]);
      curl.push(performance.now() - began);
      window.kill();
    }
    return [
      {
        name: 'report of 200 MB, line of 300 Mbit/s',
        unit: 'ms',
        runs: ours,
        baseline: { what: 'curl', runs: curl },
        // Time is the inverse of the rate.
        maxRatio: Number((1 / shareOfRate).toFixed(3)),
        holds: [['every file is whole', isWhole]],
      },
      { name: 'report of 200 MB, memory over idle', unit: 'MB', runs: memory, max: 64 },
    ];
  } finally {
    server.kill();
    await rm(folder, { recursive: true });
  }
}

function startWindow(folder: string): ChildProcess {
  const hooks = pathToFileURL(join(import.meta.dirname, 'withoutVscode.mjs')).href;
  return fork(join(import.meta.dirname, 'downloadWindow.ts'), [folder], {
    execArgv: [...process.execArgv, `--import=${hooks}`],
  });
}

async function downloadIn(window: ChildProcess, address: string): Promise<WindowAnswer> {
  window.send(address);
  const [answer] = (await once(window, 'message')) as [WindowAnswer];
  return answer;
}
