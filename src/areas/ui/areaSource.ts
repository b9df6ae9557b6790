/** Where areas come from: files, the clipboard, typed texts. What others made is read beside the host. */
import * as l10n from '@vscode/l10n';
import { basename } from 'node:path';
import * as vscode from 'vscode';
import { areaText } from '../../model/words/areaText.ts';
import type { AreaFile, AreasRead } from '../../model/import/readAreas.ts';
import { endsWithExtension } from '../../editor/endsWithExtension.ts';
import { runHere, startWorker } from '../../editor/geojsonWork.ts';
import { UserError } from '../../editor/userError.ts';
import { showInputBox, inStatusBar } from '../../editor/window.ts';
import { createWorkThread, type Job } from '../../editor/workThread.ts';

/** Where areas come from, and what was read there. */
export interface AreaSource {
  /** For messages, and as a name for a file: without its ending. */
  name: string;
  read: AreasRead;
}

/** Texts up to here take some ten milliseconds, whatever is in them. Characters. */
const longestInHost = 20_000;
/** No area that somebody orders takes longer to read. Seconds. */
const longestReading = 30;

/** One of its own: what is slow here keeps no document waiting, and can be ended at any time. */
const thread = createWorkThread({
  start: () => startWorker('swath-import'),
  idle: 60_000,
  endsUnwanted: true,
});
endsWithExtension(thread);

/** Areas of a text, whichever format it is in. Rejects with the reason of the signal. */
export async function readForeignText(text: string, signal?: AbortSignal): Promise<AreasRead> {
  const job: Job = { name: 'readAreasOfText', text, args: [] };
  // The function of a name gives the answer of that name.
  return text.length <= longestInHost ? ((await runHere(job)) as AreasRead) : readAside(job, signal);
}

/** Areas of a file, told by its content. */
export function readForeignFile(file: AreaFile): Promise<AreasRead> {
  return readAside({ name: 'readAreasOfFile', text: '', args: [file] });
}

async function readAside(job: Job, asked?: AbortSignal): Promise<AreasRead> {
  const timeout = AbortSignal.timeout(longestReading * 1000);
  try {
    return (await thread.run(job, asked ? AbortSignal.any([asked, timeout]) : timeout)) as AreasRead;
  } catch (error) {
    const isTooSlow = timeout.aborted && !asked?.aborted;
    if (!isTooSlow && (error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') throw error;
    return { kind: 'unreadable', problem: tooLongText() };
  }
}

function tooLongText(): string {
  return l10n.t('The data is too large to read. Export only the area you need as GeoJSON and import that.');
}

/** Ends the thread, if there is one. */
export function endAreaReading(): void {
  thread.dispose();
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
      filters: { [l10n.t('Areas')]: endings, '*': ['*'] },
    })) ?? [];
  return uri && readFile(uri);
}

/** The areas of a file; of a lone .shp with the files of the same name beside it. */
export async function readFile(uri: vscode.Uri): Promise<AreaSource> {
  const name = basename(uri.path);
  return inStatusBar(l10n.t('Reading {0}', name), async () => {
    const bytes = await readBytes(uri);
    const beside = /\.shp$/i.test(name) ? await readBeside(uri, name) : new Map<string, Uint8Array>();
    return { name: name.replace(/\.\w+$/, ''), read: await readForeignFile({ name, bytes, beside }) };
  });
}

async function readBeside(uri: vscode.Uri, name: string): Promise<Map<string, Uint8Array>> {
  const folder = vscode.Uri.joinPath(uri, '..');
  const stem = name.slice(0, -'shp'.length).toLowerCase();
  const wanted = new Set(['prj', 'dbf', 'cpg'].map(ending => `${stem}${ending}`));
  const names = (await vscode.workspace.fs.readDirectory(folder)).map(([one]) => one);
  const read = names
    .filter(one => wanted.has(one.toLowerCase()))
    .map(async one => [one, await readBytes(vscode.Uri.joinPath(folder, one))] as const);
  return new Map(await Promise.all(read));
}

async function readBytes(uri: vscode.Uri): Promise<Uint8Array> {
  const { size } = await vscode.workspace.fs.stat(uri);
  if (size <= largestFile) return vscode.workspace.fs.readFile(uri);
  throw new UserError(tooLongText());
}

/** @param signal ends the reading */
async function readClipboard(signal?: AbortSignal): Promise<AreaSource> {
  const text = await vscode.env.clipboard.readText();
  return { name: 'aoi', read: await readForeignText(text, signal) };
}

/** How long a glance at the clipboard may take, milliseconds. */
const glanceMs = 300;

/**
 * The clipboard, where it can be read at once. In a browser, reading it waits for a permission that may never come, and
 * the editor complains without one: `undefined` there, and it is read when the user chooses it.
 */
async function glanceAtClipboard(): Promise<AreaSource | undefined> {
  if (vscode.env.uiKind === vscode.UIKind.Web) return undefined;
  const late = new Promise<undefined>(resolve => setTimeout(() => resolve(undefined), glanceMs));
  const glance = readClipboard(AbortSignal.timeout(glanceMs));
  return Promise.race([glance.catch(() => undefined), late]);
}

/** An area that the user types, checked as they do. `undefined` when they cancel. */
async function typeArea(): Promise<AreaSource | undefined> {
  let latest = new AbortController();
  const typed = await showInputBox({
    title: l10n.t('Import an Area'),
    prompt: l10n.t(
      'WKT or EWKT; a box as west,south,east,north; or a circle as latitude, longitude, radius in meters.',
    ),
    placeHolder: 'POLYGON((5.33 43.28, 5.38 43.28, 5.38 43.31, 5.33 43.28))',
    ignoreFocusOut: true,
    async validateInput(text) {
      latest.abort();
      const { signal } = (latest = new AbortController());
      if (text.trim() === '') return undefined;
      // Typed on meanwhile.
      const read = await readForeignText(text, signal).catch(() => undefined);
      return read?.kind === 'unreadable' ? read.problem : undefined;
    },
  });
  latest.abort();
  if (typed === undefined || typed.trim() === '') return undefined;
  return { name: 'aoi', read: await readForeignText(typed) };
}

/** What was found, in a few words: `WKT · 2 areas · 13.5 km²`; `undefined` when nothing was. */
function describeRead(read: AreasRead): string | undefined {
  if (read.kind === 'unreadable') return undefined;
  const total = areaText(read.areas.reduce((sum, { areaKm2 }) => sum + areaKm2, 0));
  return read.areas.length === 1
    ? `${read.format} · ${total}`
    : [read.format, l10n.t('{0} areas', read.areas.length), total].join(' · ');
}

/** A way to areas that a person chooses from a list. */
export interface SourceItem extends vscode.QuickPickItem {
  source: () => Promise<AreaSource | undefined>;
}

export function typedItem(): SourceItem {
  return {
    label: l10n.t('Type or Paste…'),
    description: l10n.t('WKT, a box or a circle'),
    iconPath: new vscode.ThemeIcon('edit'),
    source: typeArea,
  };
}

/** The clipboard as a choice, and whether an area is known to be in it; `undefined` where it cannot be told. */
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
