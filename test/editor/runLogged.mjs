import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';

/** How often a long step reports that it is still running, milliseconds. */
const heartbeat = 5_000;

/** How much of the log a failure shows, characters. */
const tail = 1_500;

/** @type {NodeJS.Signals[]} */
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs one step of an installation: its output is appended to a log; the terminal shows the title, the time, and about how
 * long it will still take. Throws with the end of the log if the step fails. A signal to this process ends the step, and
 * this process continues to clean up.
 *
 * @param {string} title
 * @param {string} command
 * @param {string[]} args
 * @param {{ log: string, cwd?: string, env?: NodeJS.ProcessEnv, usual?: number }} options `usual`: how long it takes on
 *   two quiet cores, seconds
 */
export async function runLogged(title, command, args, { log, cwd, env, usual }) {
  const start = Date.now();
  const seconds = () => Math.round((Date.now() - start) / 1000);
  const left = () => {
    if (usual === undefined) return '';
    const rest = usual - seconds();
    return rest > 0 ? `, about ${rest} s left` : ', longer than usual';
  };
  console.log(`  ${title} …${left().replace(',', '').replace(' left', '')}`);
  const beat = setInterval(() => console.log(`  ${title} … ${seconds()} s${left()}`), heartbeat);
  const output = openSync(log, 'a');
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', output, output] });
  const stopped = new AbortController();
  /** @param {NodeJS.Signals} signal */
  const stop = signal => {
    stopped.abort();
    child.kill(signal);
  };
  for (const signal of signals) process.on(signal, stop);
  try {
    /** @type {string | undefined} */
    const outcome = await new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code, signal) => resolve(code === 0 ? undefined : String(code ?? signal)));
    });
    if (stopped.signal.aborted) throw new Error(`${title}: stopped.`);
    if (outcome !== undefined) {
      const end = readFileSync(log, 'utf8').slice(-tail);
      throw new Error(`${title}: failed (${outcome}). The log is ${log}; it ends so:\n${end}`);
    }
  } finally {
    clearInterval(beat);
    for (const signal of signals) process.off(signal, stop);
    closeSync(output);
  }
  console.log(`  ${title}: done in ${seconds()} s`);
}
