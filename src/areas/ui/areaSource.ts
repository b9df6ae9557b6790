import * as l10n from '@vscode/l10n';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { areaText } from '../../model/words/areaText.ts';
import type { AreasRead } from '../../model/import/readAreas.ts';
import { isReadAtOnce, readForeignFile, readForeignText } from './areaReading.ts';
import { UserError } from '../../editor/userError.ts';
import { showInputBox, withProgress } from '../../editor/window.ts';

/** Where areas come from, and what was read there. */
export interface AreaSource {
  /** For messages, and as a name for a file: without its ending. */
  name: string;
  read: AreasRead;
}

/** The readers bring parsers and projections with them: loaded on first use. */
export function areaReaders() {
  return import('../../model/import/readAreas.ts');
}

/** Files that areas can be read from, for dialogs. */
const endings = ['geojson', 'json', 'topojson', 'kml', 'kmz', 'gpx', 'wkt', 'txt', 'zip', 'shp'];
/** Larger files would fill the memory of the extension host. Bytes. */
const largestFile = 100_000_000;

/** A file that the user chooses. `undefined` when they cancel. */
export async function chooseFile(): Promise<AreaSource | undefined> {
  const [uri] =
    (await vscode.window.showOpenDialog({
      title: l10n.t('Import an Area'),
      openLabel: l10n.t('Import'),
      filters: { [l10n.t('Areas')]: endings, [l10n.t('All Files')]: ['*'] },
    })) ?? [];
  return uri && readFile(uri);
}

/** The areas of a file; of a lone .shp with the files of the same name beside it. */
export async function readFile(uri: vscode.Uri): Promise<AreaSource> {
  const name = basename(uri.path);
  const { size } = await vscode.workspace.fs.stat(uri);
  if (size > largestFile) {
    throw new UserError(
      l10n.t(
        '{0} has {1} MB, more than the {2} MB that can be imported: take out the layer you need.',
        name,
        Math.ceil(size / 1_000_000),
        largestFile / 1_000_000,
      ),
    );
  }
  const title = l10n.t('Reading {0}', name);
  return withProgress({ location: vscode.ProgressLocation.Window, title }, () => read(uri, name));
}

async function read(uri: vscode.Uri, name: string): Promise<AreaSource> {
  const bytes = await vscode.workspace.fs.readFile(uri);
  const beside = /\.shp$/i.test(name) ? await readBeside(uri, name) : new Map<string, Uint8Array>();
  return { name: name.replace(/\.\w+$/, ''), read: await readForeignFile({ name, bytes, beside }) };
}

async function readBeside(uri: vscode.Uri, name: string): Promise<Map<string, Uint8Array>> {
  const folder = vscode.Uri.joinPath(uri, '..');
  const stem = name.slice(0, -'shp'.length).toLowerCase();
  const wanted = new Set(['prj', 'dbf', 'cpg'].map(ending => `${stem}${ending}`));
  const names = (await vscode.workspace.fs.readDirectory(folder)).map(([one]) => one);
  const read = names
    .filter(one => wanted.has(one.toLowerCase()))
    .map(async one => [one, await readIfNotTooLarge(vscode.Uri.joinPath(folder, one))] as const);
  return new Map(await Promise.all(read));
}

async function readIfNotTooLarge(uri: vscode.Uri): Promise<Uint8Array> {
  const { size } = await vscode.workspace.fs.stat(uri);
  if (size <= largestFile) return vscode.workspace.fs.readFile(uri);
  throw new UserError(
    l10n.t('{0} is too large to import: move it away to import the areas alone.', basename(uri.path)),
  );
}

/** @param signal ends the reading */
export async function readClipboard(signal?: AbortSignal): Promise<AreaSource> {
  const text = await vscode.env.clipboard.readText();
  return { name: clipboardName(), read: await readForeignText(text, signal) };
}

/** How long a glance at the clipboard may take, milliseconds. */
const glanceMs = 300;

/**
 * The clipboard, where it can be read at once. In a browser, reading it waits for a permission that may never come, and
 * the editor complains without one: `undefined` there, and it is read when the user chooses it.
 */
export async function glanceAtClipboard(): Promise<AreaSource | undefined> {
  if (vscode.env.uiKind === vscode.UIKind.Web) return undefined;
  const late = new Promise<undefined>(resolve => setTimeout(() => resolve(undefined), glanceMs));
  const glance = readClipboard(AbortSignal.timeout(glanceMs));
  return Promise.race([glance.catch(() => undefined), late]);
}

function clipboardName(): string {
  return l10n.t('clipboard');
}

/** What a person is asked to type. */
export interface TypedQuestion {
  title: string;
  prompt: string;
  placeHolder: string;
}

/** An area that the user types, checked as they do. `undefined` when they cancel. */
export async function typeArea(question: TypedQuestion): Promise<AreaSource | undefined> {
  const { readAreasOfText } = await areaReaders();
  let latest = new AbortController();
  const typed = await showInputBox({
    ...question,
    ignoreFocusOut: true,
    validateInput(text) {
      latest.abort();
      latest = new AbortController();
      if (text.trim() === '') return undefined;
      return isReadAtOnce(text) ? problemIn(readAreasOfText(text)) : problemLater(text, latest.signal);
    },
  });
  latest.abort();
  return typed === undefined || typed.trim() === ''
    ? undefined
    : { name: 'aoi', read: await readForeignText(typed) };
}

function problemIn(read: AreasRead): string | undefined {
  return read.kind === 'unreadable' ? read.problem : undefined;
}

/** Of a text that is pasted: `undefined` too when it is typed on meanwhile. */
async function problemLater(text: string, signal: AbortSignal): Promise<string | undefined> {
  try {
    return problemIn(await readForeignText(text, signal));
  } catch (error) {
    if (signal.aborted) return undefined;
    throw error;
  }
}

/** What was found, in a few words: `WKT · 2 areas · 13.5 km²`; `undefined` when nothing was. */
export function describeRead(read: AreasRead): string | undefined {
  if (read.kind === 'unreadable') return undefined;
  const total = areaText(read.areas.reduce((sum, { areaKm2 }) => sum + areaKm2, 0));
  return read.areas.length === 1
    ? `${read.format} · ${total}`
    : l10n.t('{0} · {1} areas · {2}', read.format, read.areas.length, total);
}
