import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import type { Feature } from 'geojson';
import * as vscode from 'vscode';
import { stringifyExact } from '../../../base/json/exactJson.ts';
import { areaText } from '../../../base/words/areaText.ts';
import { utcText } from '../../../base/words/moment.ts';
import { safeLine } from '../../../base/words/safeText.ts';
import { cornersText } from '../../../geo/positionText.ts';
import type { Image } from '../../../service/rules/imagery.ts';
import {
  createQuickPick,
  filterHint,
  showInformationMessage,
  showQuickPick,
} from '../../../platform/dialogs/window.ts';
import { areaEnding } from '../../../platform/documents/areaFile.ts';
import { activeEditor } from '../../../platform/documents/editableDocuments.ts';
import { openDraft, showText } from '../../../platform/documents/openDraft.ts';
import { isReportDocument } from '../../../platform/documents/reportFile.ts';
import { runCommand } from '../../../platform/host/commands.ts';
import { UserError } from '../../../platform/host/userError.ts';
import { areaWork, findAreasAside } from '../areaWork.ts';
import { areaFormatNames } from '../rules/import/areaFormats.ts';
import type { ImportedArea } from '../rules/import/areasInShapes.ts';
import type { Bounds } from '../rules/import/typedArea.ts';
import { templateSnippet } from '../rules/text/areaSnippet.ts';
import { editDocument } from './aoiDocument.ts';
import {
  type AreaSource,
  chooseFile,
  clipboardItem,
  type FoundAreas,
  readFile,
  readForeignText,
  type SourceItem,
  typedItem,
} from './areaSource.ts';

/**
 * Imports areas of interest from a file, the clipboard or typed text into a new document, or into the active one if it
 * is a FeatureCollection and the user chooses it. The map shows the first of them.
 *
 * @param argument the URI of a file, from the Explorer
 */
export async function importAoi(argument?: unknown): Promise<void> {
  // The active document when the command was run, because dialogs take the focus.
  const document = activeEditor()?.document;
  const source = argument instanceof vscode.Uri ? await readFile(argument) : await chooseSource(document);
  if (source) await importSource(source, document);
}

/**
 * Adds areas to a new document, or to `document` if the user chooses it. The first of them is shown on the map, and is the
 * one that is searched.
 *
 * @param title of the questions
 */
export async function importSource(
  source: AreaSource,
  document: vscode.TextDocument | undefined,
  title = l10n.t('Import an Area'),
): Promise<void> {
  const added = await takeAreas(source, document, title);
  if (added) await showOnMap(added);
}

/** @param open the active document, which may be of another format, such as KML */
async function chooseSource(open: vscode.TextDocument | undefined): Promise<AreaSource | undefined> {
  const { item: clipboard, hasArea } = await clipboardItem();
  const file: SourceItem = {
    label: l10n.t('From a File…'),
    description: areaFormatNames,
    iconPath: new vscode.ThemeIcon('folder-opened'),
    source: chooseFile,
  };
  const title = l10n.t('Import an Area');
  const typed = typedItem(title);
  // The source that is known to contain an area comes first.
  const items = hasArea ? [clipboard, file, typed] : [file, clipboard, typed];
  return sourceAmong(open && isForeign(open) ? [openItem(open), ...items] : items, title);
}

/** Whether a document is of areas that must be imported: not GeoJSON, and not just any JSON or text. */
function isForeign({ uri }: vscode.TextDocument): boolean {
  return /\.(?:kml|gpx|wkt|topojson|geojsonl|geojsons|ndjson)$/i.test(uri.path);
}

function openItem(document: vscode.TextDocument): SourceItem {
  const name = basename(document.uri.path);
  return {
    label: name,
    description: l10n.t('open in the editor'),
    iconPath: new vscode.ThemeIcon('file'),
    source: async () => ({
      name: name.replace(/\.\w+$/, ''),
      read: await readForeignText(document.getText()),
    }),
  };
}

async function sourceAmong(items: readonly SourceItem[], title: string): Promise<AreaSource | undefined> {
  const pick = createQuickPick<SourceItem>();
  Object.assign(pick, {
    title,
    items,
    placeholder: filterHint(),
    matchOnDescription: true,
    ignoreFocusOut: true,
  });
  const chosen = await new Promise<SourceItem | undefined>(resolve => {
    pick.onDidAccept(() => resolve(pick.selectedItems[0]));
    pick.onDidHide(() => resolve(undefined));
    pick.show();
  });
  const typed = pick.value;
  pick.dispose();
  return chosen?.source(typed);
}

/**
 * Opens a new GeoJSON document with an area of interest: the map extent, typed, from the clipboard, or a template. The
 * map shows it, if there is one yet.
 *
 * @param extent the map extent, in degrees; `undefined` while there is no map
 * @param image whose footprint becomes the area, without a question where it is from
 */
export async function newAoi(extent: () => Bounds | undefined, image?: Image): Promise<void> {
  if (image) return importSource(await footprintSource(image), undefined, l10n.t('New Area of Interest'));
  const { item: clipboard, hasArea } = await clipboardItem();
  const bounds = extent();
  const title = l10n.t('New Area of Interest');
  const items: SourceItem[] = [
    ...(bounds ? [extentItem(bounds)] : []),
    typedItem(title),
    ...(hasArea === false ? [] : [clipboard]),
    {
      label: l10n.t('A Template'),
      iconPath: new vscode.ThemeIcon('symbol-snippet'),
      async source() {
        const editor = await openDraft({ name: 'area', ending: areaEnding, text: '' });
        await editor.insertSnippet(new vscode.SnippetString(`${templateSnippet('document')}\n`));
        return undefined;
      },
    },
  ];
  const source = await sourceAmong(items, title);
  if (source) await importSource(source, undefined, title);
}

async function footprintSource({
  acquisitionDate,
  constellation,
  id,
  footprint,
}: Image): Promise<AreaSource> {
  const named = [constellation, acquisitionDate && utcText(acquisitionDate)].filter(Boolean).join(' ');
  const name = safeLine(named === '' ? id : named);
  const feature = { type: 'Feature', properties: { name }, geometry: footprint };
  const read = await readForeignText(JSON.stringify(feature));
  return { name, read: read.kind === 'areas' ? { ...read, format: 'footprint' } : read };
}

function extentItem(bounds: Bounds): SourceItem {
  return {
    label: l10n.t('The Extent of the Map'),
    description: cornersText(bounds, 4),
    iconPath: new vscode.ThemeIcon('map'),
    async source() {
      // Loaded on first use, because the readers load parsers and projections.
      const { readAreasOfBounds } = await import('../rules/import/readAreas.ts');
      return { name: 'area', read: readAreasOfBounds(bounds) };
    },
  };
}

/**
 * Adds areas to a new document, or to `document` if it is a FeatureCollection and the user chooses it. If there are
 * several, the user selects some. Throws {@link UserError} if nothing was read.
 */
async function takeAreas(
  source: AreaSource,
  document: vscode.TextDocument | undefined,
  title: string,
): Promise<Added | undefined> {
  const { read, name } = source;
  if (read.kind === 'unreadable') throw new UserError(read.problem);
  const chosen = await chooseAreas(read.areas, title);
  if (!chosen || chosen.length === 0) return undefined;
  const features = chosen.map(({ feature }) => feature);
  const target = await chooseTarget(document);
  if (!target) return undefined;
  let added: Added;
  if (target === 'new') {
    const text = `${stringifyExact({ type: 'FeatureCollection', features })}\n`;
    added = { document: (await openDraft({ name, ending: areaEnding, text })).document, from: 0 };
  } else {
    added = { document: target, from: await insertInto(target, features) };
  }
  tell(read, chosen.length);
  return added;
}

/** Where areas were added: from this offset of the document. */
interface Added {
  document: vscode.TextDocument;
  from: number;
}

/** Shows the first of the areas on the map; the focus stays in the text. */
async function showOnMap({ document, from }: Added): Promise<void> {
  const { areas } = await findAreasAside(document.getText());
  const first = areas.find(({ offset }) => offset >= from);
  if (first) await runCommand('swath.openMap', { uri: document.uri.toString(), path: first.path });
}

async function chooseAreas(
  areas: readonly ImportedArea[],
  title: string,
): Promise<readonly ImportedArea[] | undefined> {
  if (areas.length === 1) return areas;
  const items = areas.map(area => ({
    label: area.label,
    description: areaText(area.areaKm2),
    picked: true,
    area,
  }));
  const chosen = await showQuickPick(items, {
    title,
    canPickMany: true,
    ignoreFocusOut: true,
    matchOnDescription: true,
  });
  return chosen?.map(({ area }) => area);
}

type Target = vscode.TextDocument | 'new';

async function chooseTarget(document: vscode.TextDocument | undefined): Promise<Target | undefined> {
  // A delivered report is a record, not a draft.
  if (!document || isReportDocument(document)) return 'new';
  // A cheap test before the parser is loaded.
  if (!document.getText().includes('"FeatureCollection"')) return 'new';
  if (!(await areaWork.run('canTakeFeatures', document.getText()))) return 'new';
  const items: (vscode.QuickPickItem & { target: Target })[] = [
    {
      label: l10n.t('New GeoJSON file'),
      description: l10n.t('not saved'),
      iconPath: new vscode.ThemeIcon('new-file'),
      target: 'new',
    },
    {
      label: l10n.t('Insert into {0}', basename(document.uri.path)),
      iconPath: new vscode.ThemeIcon('insert'),
      target: document,
    },
  ];
  const title = l10n.t('Import an Area');
  return (await showQuickPick(items, { title, ignoreFocusOut: true }))?.target;
}

/** The rest of the document stays unchanged, and the cursor moves to the first new feature. @returns its offset */
async function insertInto(document: vscode.TextDocument, features: readonly Feature[]): Promise<number> {
  let at = 0;
  await editDocument(document, async text => {
    const change = await areaWork.run('insertFeatures', text, features);
    if (!change) {
      throw new UserError(l10n.t('{0} is not a GeoJSON FeatureCollection.', basename(document.uri.path)));
    }
    at = change.offset + change.text.indexOf('{');
    return [change];
  });
  const added = document.positionAt(at);
  await showText(document, { selection: new vscode.Range(added, added) });
  return at;
}

/** Maximum number of skipped items to name. */
const maxNamed = 3;

/** Reports what the document doesn't show, what matters most first: a notification is one line until someone points at it. */
function tell({ format, leftOut, notes = [], transformedFrom }: FoundAreas, count: number): void {
  // It came from nowhere else.
  const isMadeHere = ['box', 'circle', 'footprint'].includes(format);
  const imported =
    count === 1 ? l10n.t('1 area from {0}', format) : l10n.t('{0} areas from {1}', count, format);
  const systems = transformedFrom.join(', ').replaceAll('_', ' ');
  const source = [isMadeHere ? '' : imported, systems && `${systems} → WGS 84`].filter(Boolean).join(', ');
  const parts = source === '' ? [] : [`${source}.`];
  if (leftOut.length > 0) {
    const named = leftOut.slice(0, maxNamed).join('; ').replace(/\.$/, '');
    const more = leftOut.length - maxNamed;
    parts.push(l10n.t('Left out: {0}.', more > 0 ? l10n.t('{0} and {1} more', named, more) : named));
  }
  parts.push(...notes.slice(0, maxNamed));
  if (notes.length > maxNamed) parts.push(l10n.t('{0} more notes.', notes.length - maxNamed));
  if (parts.length > 0) void showInformationMessage(parts.join(' '));
}
