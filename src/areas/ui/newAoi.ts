import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { templateSnippet } from '../../model/geojson/areaSnippet.ts';
import type { Bounds } from '../../model/import/typedArea.ts';
import { openDraft } from '../../editor/openDraft.ts';
import { showQuickPick } from '../../editor/window.ts';
import { clipboardItem, typeArea, type SourceItem } from './areaSource.ts';
import { takeAreas } from './areaTarget.ts';

/**
 * Opens a new GeoJSON document with an area of interest: of the map's extent, typed, from the clipboard, or a template
 * to fill in.
 *
 * @param extent what the map shows, in degrees; `undefined` while there is no map
 */
export async function newAoi(extent: () => Bounds | undefined): Promise<void> {
  const { item: clipboard, holdsArea } = await clipboardItem();
  const bounds = extent();
  const choices: SourceItem[] = [
    ...(bounds ? [extentItem(bounds)] : []),
    {
      label: l10n.t('A Box…'),
      description: l10n.t('west, south, east, north'),
      iconPath: new vscode.ThemeIcon('primitive-square'),
      source: () =>
        typeArea({
          title: l10n.t('A Box'),
          prompt: l10n.t('West, south, east, north in degrees.'),
          placeHolder: '5.33, 43.28, 5.38, 43.31',
        }),
    },
    {
      label: l10n.t('A Circle…'),
      description: l10n.t('latitude, longitude, radius'),
      iconPath: new vscode.ThemeIcon('circle-large-outline'),
      source: () =>
        typeArea({
          title: l10n.t('A Circle'),
          prompt: l10n.t(
            'Latitude first, then longitude, in degrees; then the radius in metres, or with km behind it.',
          ),
          placeHolder: '43.3, 5.37, 2 km',
        }),
    },
    ...(holdsArea === false ? [] : [clipboard]),
    {
      label: l10n.t('A Template'),
      description: l10n.t('a FeatureCollection to fill in'),
      iconPath: new vscode.ThemeIcon('symbol-snippet'),
      async source() {
        const editor = await openDraft({ name: 'aoi', ending: '.geojson', text: '' });
        await editor.insertSnippet(new vscode.SnippetString(`${templateSnippet('document')}\n`));
        return undefined;
      },
    },
  ];
  const title = l10n.t('New Area of Interest');
  const chosen = await showQuickPick(choices, { title, matchOnDescription: true, ignoreFocusOut: true });
  const source = await chosen?.source();
  if (source) await takeAreas(source, undefined);
}

function extentItem(bounds: Bounds): SourceItem {
  return {
    label: l10n.t('The Extent of the Map'),
    description: bounds.map(degrees => String(Math.round(degrees * 1e4) / 1e4)).join(', '),
    iconPath: new vscode.ThemeIcon('map'),
    async source() {
      // The readers bring parsers and projections with them: loaded on first use.
      const { readAreasOfBounds } = await import('../../model/import/readAreas.ts');
      return { name: 'aoi', read: readAreasOfBounds(bounds) };
    },
  };
}
