/** Files that are dropped on the map. The message of the page is data: it can't choose any file to be read. */
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { UserError } from '../../../platform/host/userError.ts';
import { areaEndings, maxDropped } from '../rules/import/areaFormats.ts';
import { type AreaSource, type FoundAreas, readFile, readForeignFile } from './areaSource.ts';
import { importSource } from './importAoi.ts';

/** With files of the Explorer by URI; or why the page can't send them. */
interface Dropped {
  files: readonly { name: string; bytes: Uint8Array }[];
  uris: readonly string[];
  problem?: 'tooMuch' | 'unreadable';
}

/**
 * Imports the areas of all files as those of one. Throws {@link UserError} if there are none.
 *
 * @param followed URI of the document that the map follows, which is offered as the target
 */
export async function importDropped(
  { files, uris, problem }: Dropped,
  followed: string | undefined,
): Promise<void> {
  const sources: AreaSource[] = [];
  for (const uri of uris.slice(0, maxDropped.files).map(workspaceFile)) sources.push(await readFile(uri));
  const shapes = files.filter(({ name }) => /\.shp$/i.test(name)).map(({ name }) => nameStem(name));
  const companions = files.filter(({ name }) => shapes.includes(nameStem(name)) && !hasAreaEnding(name));
  for (const file of files.filter(candidate => !companions.includes(candidate))) {
    const siblings = companions.filter(({ name }) => nameStem(name) === nameStem(file.name));
    const beside = new Map(siblings.map(({ name, bytes }) => [name, bytes] as const));
    const name = file.name.replace(/\.\w+$/, '');
    sources.push({ name, read: await readForeignFile({ ...file, beside }) });
  }
  const source = joinedSources(sources);
  if (!source) throw refusal(problem);
  const uri = followed === undefined ? undefined : vscode.Uri.parse(followed);
  await importSource(source, uri && (await vscode.workspace.openTextDocument(uri)));
}

function hasAreaEnding(name: string): boolean {
  return areaEndings.some(ending => name.toLowerCase().endsWith(`.${ending}`));
}

/** Without its extensions, as in `harbour.shp.xml`. */
function nameStem(name: string): string {
  return name.toLowerCase().replace(/(?:\.shp)?\.\w+$/, '');
}

/**
 * A file that the editor's Explorer shows as an area: of the open folder, and of such a name. Throws {@link UserError}
 * for any other URI.
 */
function workspaceFile(text: string): vscode.Uri {
  const parsed = vscode.Uri.parse(text);
  // The window names the files of a remote machine differently.
  const uri = parsed.scheme === 'vscode-remote' ? parsed.with({ scheme: 'file', authority: '' }) : parsed;
  const isPlain = !uri.path.split(/[\\/]/).includes('..') && hasAreaEnding(uri.path);
  if (isPlain && vscode.workspace.getWorkspaceFolder(uri)) return uri;
  throw new UserError(
    l10n.t('Only area files of the open folder can be dropped from the editor, such as GeoJSON or KML.'),
  );
}

/** What can't be read is left out, unless it is everything. */
function joinedSources(sources: readonly AreaSource[]): AreaSource | undefined {
  const read = sources.map(source => source.read);
  const found = read.filter(result => result.kind === 'areas');
  if (sources.length < 2 || found.length === 0) return sources[0];
  const all: FoundAreas = {
    kind: 'areas',
    format: [...new Set(found.map(({ format }) => format))].join(', '),
    areas: found.flatMap(({ areas }) => areas),
    leftOut: read.flatMap(result => (result.kind === 'areas' ? result.leftOut : [result.problem])),
    transformedFrom: [...new Set(found.flatMap(({ transformedFrom }) => transformedFrom))],
  };
  return { name: 'area', read: all };
}

function refusal(problem: Dropped['problem']): UserError {
  const { files, bytes } = maxDropped;
  return new UserError(
    problem === 'tooMuch'
      ? l10n.t('Drop at most {0} files and {1} MB at once.', files, bytes / 1e6)
      : l10n.t("Can't read what was dropped. Drop files, not folders."),
  );
}
