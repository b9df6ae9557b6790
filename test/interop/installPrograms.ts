import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../editor/cacheFolder.mjs';
import { runLogged } from '../editor/runLogged.mjs';
import { installPackages } from '../editor/systemPackages.ts';
import { environment, parquet, programs, python } from './programs.ts';

/** Installs what is missing; where that can't be done, names it: its tests are skipped. */
export async function setup(): Promise<void> {
  const missing = Object.values(programs).filter(program => !program.isThere());
  const packages = missing.flatMap(({ debian }) => debian);
  if (packages.length > 0) await attempt(() => installPackages(packages, purpose(packages)));
  if (programs.geopandas.isThere() && !parquet.isThere()) await attempt(addParquet);
  const left = [...Object.values(programs), parquet].filter(program => !program.isThere());
  if (left.length > 0)
    console.warn(`Tests with these programs are skipped: ${left.map(({ name }) => name).join(', ')}.`);
}

function purpose(packages: readonly string[]) {
  return {
    purpose: 'Reading exports in other programs',
    elsewhere: `Install what your system has for these packages of Debian: ${packages.join(', ')}`,
  };
}

async function addParquet(): Promise<void> {
  mkdirSync(cacheFolder(), { recursive: true });
  const log = join(cacheFolder(), 'interop-python.log');
  const create = ['-m', 'venv', '--system-site-packages', environment];
  await runLogged('Creating a Python environment', python.system, create, { log });
  const install = ['-m', 'pip', 'install', 'pyarrow'];
  await runLogged('pip install pyarrow', python.withParquet, install, { log });
}

async function attempt(install: () => Promise<void>): Promise<void> {
  try {
    await install();
  } catch (error) {
    console.warn(error instanceof Error ? error.message : error);
  }
}
