import { spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';

/** How often a long step reports that it is still running, milliseconds. */
const heartbeat = 10_000;

/** How much of the log a failure shows, characters. */
const tail = 1_500;

const signals: NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/**
 * Runs one step of an installation: its output is appended to a log, the terminal shows the title and the time. Throws
 * with the end of the log if the step fails. A signal to this process ends the step, and this process continues to
 * clean up.
 */
export async function runLogged(
  title: string,
  command: string,
  args: string[],
  { log, cwd, env }: { log: string; cwd?: string; env?: NodeJS.ProcessEnv },
): Promise<void> {
  const start = Date.now();
  const seconds = () => `${Math.round((Date.now() - start) / 1000)} s`;
  console.log(`  ${title} …`);
  const beat = setInterval(() => console.log(`  ${title} … ${seconds()}`), heartbeat);
  const output = openSync(log, 'a');
  const child = spawn(command, args, { cwd, env, stdio: ['ignore', output, output] });
  let isStopped = false as boolean;
  const stop = (signal: NodeJS.Signals) => {
    isStopped = true;
    child.kill(signal);
  };
  for (const signal of signals) process.on(signal, stop);
  try {
    const outcome = await new Promise<string | undefined>((resolve, reject) => {
      child.once('error', reject);
      child.once('exit', (code, signal) => resolve(code === 0 ? undefined : String(code ?? signal)));
    });
    if (isStopped) throw new Error(`${title}: stopped.`);
    if (outcome !== undefined) {
      const end = readFileSync(log, 'utf8').slice(-tail);
      throw new Error(`${title}: failed (${outcome}). The log is ${log}; it ends so:\n${end}`);
    }
  } finally {
    clearInterval(beat);
    for (const signal of signals) process.off(signal, stop);
    closeSync(output);
  }
  console.log(`  ${title}: done in ${seconds()}`);
}
