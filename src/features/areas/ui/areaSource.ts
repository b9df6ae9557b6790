/** Sources of areas: files, the clipboard and typed text. Untrusted content is read in a worker thread. */
import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { areaText } from '../../../base/words/areaText.ts';
import { safeLine } from '../../../base/words/safeText.ts';
import { geometryCenter } from '../../../geo/center.ts';
import { isOnLandIfSwapped } from '../../../geo/openSea.ts';
import { positionText } from '../../../geo/positionText.ts';
import { perhapsSwappedText } from '../../../geo/swappedText.ts';
import { inStatusBar, showInputBox, showQuickPick } from '../../../platform/dialogs/window.ts';
import type { Job } from '../../../platform/documents/workThread.ts';
import { UserError } from '../../../platform/host/userError.ts';
import { areaWork } from '../areaWork.ts';
import { areaEndings, areaFormatText } from '../rules/import/areaFormats.ts';
import type { AreaFile, AreasRead } from '../rules/import/readAreas.ts';

/** Of one source or several. */
export type FoundAreas = Omit<Extract<AreasRead, { kind: 'areas' }>, 'format'> & { format: string };

export interface AreaSource {
  /** For messages and as a file name: without its extension. */
  name: string;
  read: FoundAreas | Exclude<AreasRead, { kind: 'areas' }>;
}

/** Texts up to this length take about ten milliseconds to read, whatever they contain. In characters. */
const longestInHost = 20_000;
/** Areas that are really ordered never take longer to read. In seconds. */
const longestReading = 30;

/** A thread of its own: slow input doesn't delay documents, and reading can be aborted at any time. */
const thread = areaWork.threadFor('import');

/** Reads the areas of a text in any supported format. Rejects with the reason of the signal. */
export async function readForeignText(text: string, signal?: AbortSignal): Promise<AreasRead> {
  const job: Job = { name: 'readAreasOfText', text, args: [] };
  // The result type follows from the name of the function.
  return text.length <= longestInHost ? ((await areaWork.runHere(job)) as AreasRead) : readAside(job, signal);
}

/** Reads the areas of a file. The format is detected from the content. */
export function readForeignFile(file: AreaFile): Promise<AreasRead> {
  return readAside({ name: 'readAreasOfFile', text: '', args: [file] });
}

async function readAside(job: Job, signal?: AbortSignal): Promise<AreasRead> {
  const timeout = AbortSignal.timeout(longestReading * 1000);
  try {
    return (await thread.run(job, signal ? AbortSignal.any([signal, timeout]) : timeout)) as AreasRead;
  } catch (error) {
    const isTooSlow = timeout.aborted && !signal?.aborted;
    if (!isTooSlow && (error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
    return { kind: 'unreadable', problem: tooLongText() };
  }
}

function tooLongText(): string {
  return l10n.t('The data is too large or nested too deeply. Export only the area you need and import that.');
}

/** Larger files would use up the memory of the extension host. In bytes. */
const largestFile = 100_000_000;

/** A file that the user chooses. `undefined` when the user cancels. */
export async function chooseFile(): Promise<AreaSource | undefined> {
  const [uri] =
    (await vscode.window.showOpenDialog({
      title: l10n.t('Import an Area'),
      filters: { [l10n.t('Areas')]: areaEndings, '*': ['*'] },
    })) ?? [];
  return uri && readFile(uri);
}

/** The areas of a file. A single .shp is read with the files of the same name beside it. */
export async function readFile(uri: vscode.Uri): Promise<AreaSource> {
  const name = basename(uri.path);
  return inStatusBar(l10n.t('Reading {0}', name), async () => {
    const bytes = await readBytes(uri);
    const beside = /\.shp$/i.test(name) ? await readBeside(uri, name) : new Map<string, Uint8Array>();
    const file: AreaFile = { name, bytes, beside };
    return {
      name: name.replace(/(?:\.aoi)?\.\w+$/, ''),
      read: await withProjection(file, await readForeignFile(file)),
    };
  });
}

/** Asks for the projection of layers that have none. Without an answer, they remain left out. */
async function withProjection(file: AreaFile, read: AreasRead): Promise<AreasRead> {
  const [layer, ...others] = read.withoutProjection ?? [];
  if (layer === undefined) return read;
  const layers = [layer, ...others].map(name => safeLine(name)).join(', ');
  const epsg = await chooseProjection(l10n.t('Projection of {0}', layers));
  return epsg === undefined ? read : readForeignFile({ ...file, epsg });
}

/** @returns EPSG code; `undefined` when the user cancels */
async function chooseProjection(title: string): Promise<number | undefined> {
  const degrees = { label: l10n.t('WGS 84, Longitude and Latitude in Degrees'), description: 'EPSG:4326' };
  const custom = { label: l10n.t('EPSG Code…'), description: l10n.t('for example 32631 for UTM zone 31N') };
  const chosen = await showQuickPick([degrees, custom], { title, ignoreFocusOut: true });
  if (chosen === degrees) return 4326;
  if (chosen !== custom) return undefined;
  const code = await showInputBox({
    title,
    prompt: l10n.t('EPSG code of the projection.'),
    placeHolder: '32631',
    validateInput: text =>
      typedEpsg(text) === undefined ? l10n.t('Enter a number of 4 to 6 digits.') : undefined,
  });
  return code === undefined ? undefined : typedEpsg(code);
}

function typedEpsg(text: string): number | undefined {
  const digits = /^\s*(?:EPSG:)?(\d{4,6})\s*$/i.exec(text)?.[1];
  return digits === undefined ? undefined : Number(digits);
}

async function readBeside(uri: vscode.Uri, name: string): Promise<Map<string, Uint8Array>> {
  const folder = vscode.Uri.joinPath(uri, '..');
  const stem = name.slice(0, -'shp'.length).toLowerCase();
  const companions = new Set(['prj', 'dbf', 'cpg'].map(ending => `${stem}${ending}`));
  const names = (await vscode.workspace.fs.readDirectory(folder)).map(([fileName]) => fileName);
  const read = names
    .filter(fileName => companions.has(fileName.toLowerCase()))
    .map(async fileName => [fileName, await readBytes(vscode.Uri.joinPath(folder, fileName))] as const);
  return new Map(await Promise.all(read));
}

async function readBytes(uri: vscode.Uri): Promise<Uint8Array> {
  const { type, size } = await vscode.workspace.fs.stat(uri);
  // A device or a pipe may never end. For a link, the type has more than one bit.
  if ((type & vscode.FileType.File) === 0)
    throw new UserError(l10n.t("{0} isn't a regular file.", basename(uri.path)));
  if (size <= largestFile) return vscode.workspace.fs.readFile(uri);
  throw new UserError(tooLongText());
}

async function readClipboard(signal?: AbortSignal): Promise<AreaSource> {
  const text = await vscode.env.clipboard.readText();
  return { name: 'area', read: await readForeignText(text, signal) };
}

/** Timeout for reading the clipboard in advance, in milliseconds. */
const glanceMs = 300;

/**
 * The clipboard, if it can be read immediately. In a browser, reading it waits for a permission that may never be
 * granted, and VS Code reports an error without it. There this returns `undefined`, and the clipboard is read when the
 * user chooses it.
 */
async function glanceAtClipboard(): Promise<AreaSource | undefined> {
  if (vscode.env.uiKind === vscode.UIKind.Web) return undefined;
  const late = new Promise<undefined>(resolve => setTimeout(() => resolve(undefined), glanceMs));
  const glance = readClipboard(AbortSignal.timeout(glanceMs));
  return Promise.race([glance.catch(() => undefined), late]);
}

/** An area that the user types. While typing, it says what is read and where that is. `undefined` when the user cancels. */
async function typeArea(title: string, value: string): Promise<AreaSource | undefined> {
  let latest = new AbortController();
  const typed = await showInputBox({
    title,
    value,
    prompt: l10n.t(
      'Longitude before latitude: WKT, box (west, south, east, north), circle (5.37, 43.3, 2 km). With letters: 43.3 N, 5.37 E, 2 km, or 43.2 N 5.3 E to 43.3 N 5.4 E.',
    ),
    placeHolder: 'POLYGON((5.33 43.28, 5.38 43.28, 5.38 43.31, 5.33 43.28))',
    async validateInput(text) {
      latest.abort();
      const { signal } = (latest = new AbortController());
      if (text.trim() === '') return undefined;
      // The user kept typing in the meantime.
      const read = await readForeignText(text, signal).catch(() => undefined);
      if (!read) return undefined;
      if (read.kind === 'unreadable') return read.problem;
      const { Info, Warning } = vscode.InputBoxValidationSeverity;
      // It can still be meant.
      return read.areas.some(({ feature }) => isOnLandIfSwapped(feature.geometry))
        ? { message: `${typedText(read)} · ${perhapsSwappedText()}`, severity: Warning }
        : { message: typedText(read), severity: Info };
    },
  });
  latest.abort();
  if (typed === undefined || typed.trim() === '') return undefined;
  return { name: 'area', read: await readForeignText(typed) };
}

/** What was typed, and where it is: a swapped pair of coordinates is somewhere else. */
function typedText(read: FoundAreas): string {
  const center = geometryCenter({ geometries: read.areas.map(({ feature }) => feature.geometry) });
  return [describeRead(read), center && positionText(center, 3)]
    .filter(part => part !== undefined)
    .join(' · ');
}

/** A short summary: `WKT · 2 areas · 13.5 km²`; `undefined` if nothing was found. */
function describeRead(read: AreaSource['read']): string | undefined {
  if (read.kind === 'unreadable') return undefined;
  const total = areaText(read.areas.reduce((sum, { areaKm2 }) => sum + areaKm2, 0));
  const form = areaFormatText(read.format);
  return read.areas.length === 1
    ? `${form} · ${total}`
    : [form, l10n.t('{0} areas', read.areas.length), total].join(' · ');
}

export interface SourceItem extends vscode.QuickPickItem {
  /** @param typed into the list of sources */
  source: (typed: string) => Promise<AreaSource | undefined>;
}

/** @param title of the input */
export function typedItem(title: string): SourceItem {
  return {
    label: l10n.t('Type or Paste…'),
    description: l10n.t('WKT, a box or a circle'),
    iconPath: new vscode.ThemeIcon('edit'),
    // Also for who types an area into the list.
    alwaysShow: true,
    source: typed => typeArea(title, typed),
  };
}

/** The clipboard as a list item, and whether it contains an area; `undefined` if that is unknown. */
export async function clipboardItem(): Promise<{ item: SourceItem; hasArea: boolean | undefined }> {
  const clipboard = await glanceAtClipboard();
  const found = clipboard && describeRead(clipboard.read);
  const item = {
    label: l10n.t('From the Clipboard'),
    description: found ?? '',
    iconPath: new vscode.ThemeIcon('clippy'),
    source: async () => clipboard ?? readClipboard(),
  };
  return { item, hasArea: clipboard && found !== undefined };
}
