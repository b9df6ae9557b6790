import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { showQuickPick } from '../../editor/window.ts';
import {
  chooseFile,
  clipboardItem,
  readFile,
  typeArea,
  type AreaSource,
  type SourceItem,
} from './areaSource.ts';
import { takeAreas } from './areaTarget.ts';

/**
 * Makes areas of interest from what people have: a file, the clipboard, or a text they type. They go into the active
 * document if that is a FeatureCollection, or into a new one.
 *
 * @param given the address of a file, from the explorer
 */
export async function importAoi(given?: unknown): Promise<void> {
  // The document that was active when the command was called: dialogs take the focus.
  const document = vscode.window.activeTextEditor?.document;
  const source = given instanceof vscode.Uri ? await readFile(given) : await chooseSource();
  if (source) await takeAreas(source, document);
}

async function chooseSource(): Promise<AreaSource | undefined> {
  const { item: clipboard, holdsArea } = await clipboardItem();
  const file: SourceItem = {
    label: l10n.t('From a File…'),
    description: 'GeoJSON, TopoJSON, KML, KMZ, GPX, WKT, Shapefile (.zip, .shp)',
    iconPath: new vscode.ThemeIcon('folder-opened'),
    source: chooseFile,
  };
  const typed: SourceItem = {
    label: l10n.t('Type or Paste…'),
    description: l10n.t('WKT, a box or a circle'),
    iconPath: new vscode.ThemeIcon('edit'),
    source: () =>
      typeArea({
        title: l10n.t('Import an Area'),
        prompt: l10n.t(
          'WKT or EWKT; a box as west,south,east,north; or a circle as latitude, longitude, radius in metres.',
        ),
        placeHolder: 'POLYGON((5.33 43.28, 5.38 43.28, 5.38 43.31, 5.33 43.28))',
      }),
  };
  // What is ready to be taken comes first.
  const items = holdsArea ? [clipboard, file, typed] : [file, clipboard, typed];
  const title = l10n.t('Import an Area From');
  return (await showQuickPick(items, { title, matchOnDescription: true, ignoreFocusOut: true }))?.source();
}
