import { existsSync, realpathSync } from 'node:fs';
import { basename, delimiter, dirname, join } from 'node:path';

/**
 * Path of npm's script, which can run on any chosen Node, unlike the command `npm`. Throws if there is none.
 * @returns {string}
 */
export function npmCli() {
  const running = process.env.npm_execpath;
  const folders = (process.env.PATH ?? '').split(delimiter).filter(folder => folder !== '');
  const candidates = [
    // Set by npm for the programs it runs, and by other package managers to their own path.
    ...(running !== undefined && basename(running) === 'npm-cli.js' ? [running] : []),
    ...[...folders, dirname(process.execPath)].flatMap(folder => [
      join(folder, 'npm'),
      join(folder, 'node_modules/npm/bin/npm-cli.js'),
      join(folder, '../lib/node_modules/npm/bin/npm-cli.js'),
    ]),
  ];
  for (const candidate of candidates) {
    if (!existsSync(candidate)) continue;
    const script = realpathSync(candidate);
    if (basename(script) === 'npm-cli.js') return script;
  }
  throw new Error(
    'npm was not found. Install Node.js with npm, or put npm on PATH, and run the command again.',
  );
}
