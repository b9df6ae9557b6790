import { cp, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repository } from '../editor/repository.ts';

/** What one extension host says of the activation of Swath in it. */
export interface Activation {
  /** Until the code was there, ms. */
  loadMs: number;
  /** Of `activate`, ms. */
  activateMs: number;
  /** Files of `dist` that were loaded by then; only where they are asked for. */
  loaded: string[];
}

/** The environment variables that name the file for activations, one JSON value a line, and that ask for the files. */
export const activationVariable = 'SWATH_BENCH_ACTIVATIONS';
export const loadedVariable = 'SWATH_BENCH_LOADED';

const stopwatch = `
const { appendFileSync, existsSync } = require('node:fs');
const { registerHooks } = require('node:module');
const loaded = [];
const { ${activationVariable}: file, ${loadedVariable}: wanted } = process.env;
if (existsSync(wanted))
  registerHooks({
    load(url, context, next) {
      loaded.push(url);
      return next(url, context);
    },
  });
const began = performance.now();
const extension = require('./extension.cjs');
const loadMs = performance.now() - began;

exports.activate = async context => {
  const began = performance.now();
  const api = await extension.activate(context);
  const activateMs = performance.now() - began;
  appendFileSync(file, JSON.stringify({ loadMs, activateMs, loaded }) + '\\n');
  return api;
};

exports.deactivate = extension.deactivate;
`;

/** Copies the built extension into a folder, with a stopwatch before its entry. */
export async function copyWithStopwatch(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  for (const name of ['dist', 'media', 'package.nls.json'])
    await cp(join(repository, name), join(folder, name), { recursive: true });
  const manifest = JSON.parse(await readFile(join(repository, 'package.json'), 'utf8')) as object;
  await writeFile(
    join(folder, 'package.json'),
    JSON.stringify({ ...manifest, main: './dist/stopwatch.cjs' }),
  );
  await writeFile(join(folder, 'dist/stopwatch.cjs'), stopwatch);
}

export function readActivations(text: string): Activation[] {
  return text
    .split('\n')
    .slice(0, -1)
    .map(line => JSON.parse(line) as Activation);
}
