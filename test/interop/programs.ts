/** Programs of others that read what Swath writes. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cacheFolder } from '../editor/cacheFolder.mjs';
import { findOnPath } from '../editor/chromium.ts';

/** Debian's Python: its packages belong to this one, whatever else is on PATH. */
const systemPython = '/usr/bin/python3';

/** It adds what Debian hasn't: a reader of Parquet. */
export const environment = join(cacheFolder(), 'interop-python');

export const python = {
  system: systemPython,
  withParquet: join(environment, 'bin/python'),
};

function imports(interpreter: string, module: string): boolean {
  return existsSync(interpreter) && spawnSync(interpreter, ['-c', `import ${module}`]).status === 0;
}

export interface Program {
  name: string;
  /** Packages of Debian. */
  debian: readonly string[];
  isThere: () => boolean;
}

export const programs = {
  qgis: {
    name: 'QGIS',
    debian: ['qgis', 'python3-qgis'],
    isThere: () => imports(python.system, 'qgis.core'),
  },
  gdal: {
    name: 'GDAL',
    debian: ['gdal-bin', 'python3-gdal'],
    isThere: () => findOnPath('gdal_translate') !== undefined && imports(python.system, 'osgeo.ogr'),
  },
  spreadsheet: {
    name: 'LibreOffice',
    debian: ['libreoffice-calc'],
    isThere: () => findOnPath('soffice') !== undefined,
  },
  geopandas: {
    name: 'GeoPandas',
    debian: ['python3-geopandas', 'python3-venv'],
    isThere: () => imports(python.system, 'geopandas'),
  },
  notebook: {
    name: 'Jupyter',
    debian: ['jupyter-nbconvert', 'python3-ipykernel'],
    isThere: () => imports(python.system, 'nbconvert, ipykernel'),
  },
} as const satisfies Record<string, Program>;

/** Isn't a package of Debian. */
export const parquet: Program = {
  name: 'PyArrow',
  debian: [],
  isThere: () => imports(python.withParquet, 'pyarrow, geopandas'),
};

/** What a program prints as JSON. Its messages are part of the error if it fails. */
export function jsonOf(interpreter: string, script: string, ...args: string[]): unknown {
  const path = join(import.meta.dirname, script);
  const env = { ...process.env, QT_QPA_PLATFORM: 'offscreen', PYTHONUTF8: '1' };
  const { status, stdout, stderr } = spawnSync(interpreter, [path, ...args], { env, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${script} ${args.join(' ')}: ${status}\n${stderr}`);
  return JSON.parse(stdout);
}
