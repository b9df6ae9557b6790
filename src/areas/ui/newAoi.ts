import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Bounds } from '../../model/import/typedArea.ts';
import { openDraft } from '../../editor/openDraft.ts';
import { showQuickPick } from '../../editor/window.ts';
import {
  areaReaders,
  describeRead,
  glanceAtClipboard,
  readClipboard,
  typeArea,
  type AreaSource,
} from './areaSource.ts';
import { takeAreas } from './areaTarget.ts';

/** What to fill in, with the stops that Tab goes to: a box whose corners are its example. */
const template = `{
  "type": "FeatureCollection",
  "features": [
    {
      "type": "Feature",
      "properties": { "name": "\${1:Area}" },
      "geometry": {
        "type": "Polygon",
        "coordinates": [
          [
            [\${2:5.33}, \${3:43.28}],
            [\${4:5.38}, $3],
            [$4, \${5:43.31}],
            [$2, $5],
            [$2, $3]
          ]
        ]
      }
    }
  ]
}
`;

type Choice = vscode.QuickPickItem & { make: () => Promise<void> };

/**
 * Opens a new GeoJSON document with an area of interest: of the map's extent, typed, from the clipboard, or a template
 * to fill in.
 *
 * @param extent what the map shows, in degrees; `undefined` while there is no map
 */
export async function newAoi(extent: () => Bounds | undefined): Promise<void> {
  const clipboard = await glanceAtClipboard();
  const choices = [
    ...choicesOfMap(extent()),
    ...typedChoices(),
    ...choicesOfClipboard(clipboard),
    templateChoice(),
  ];
  const title = l10n.t('New Area of Interest');
  await (await showQuickPick(choices, { title, matchOnDescription: true, ignoreFocusOut: true }))?.make();
}

function choicesOfMap(bounds: Bounds | undefined): Choice[] {
  if (!bounds) return [];
  return [
    {
      label: l10n.t('The Extent of the Map'),
      description: bounds.map(degrees => String(Math.round(degrees * 1e4) / 1e4)).join(', '),
      iconPath: new vscode.ThemeIcon('map'),
      async make() {
        const { readAreasOfBounds } = await areaReaders();
        await takeAreas({ name: 'aoi', read: readAreasOfBounds(bounds) }, undefined);
      },
    },
  ];
}

function typedChoices(): Choice[] {
  return [
    {
      label: l10n.t('A Box…'),
      description: l10n.t('west, south, east, north'),
      iconPath: new vscode.ThemeIcon('primitive-square'),
      make: () =>
        take(
          typeArea({
            title: l10n.t('A Box'),
            prompt: l10n.t('West, south, east, north in degrees.'),
            placeHolder: '5.33, 43.28, 5.38, 43.31',
          }),
        ),
    },
    {
      label: l10n.t('A Circle…'),
      description: l10n.t('latitude, longitude, radius'),
      iconPath: new vscode.ThemeIcon('circle-large-outline'),
      make: () =>
        take(
          typeArea({
            title: l10n.t('A Circle'),
            prompt: l10n.t(
              'Latitude first, then longitude, in degrees; then the radius in metres, or with km behind it.',
            ),
            placeHolder: '43.3, 5.37, 2 km',
          }),
        ),
    },
  ];
}

/** Nothing where the clipboard is known to hold no area. */
function choicesOfClipboard(clipboard: AreaSource | undefined): Choice[] {
  const found = clipboard && describeRead(clipboard.read);
  if (clipboard && found === undefined) return [];
  return [
    {
      label: l10n.t('From the Clipboard'),
      ...(found === undefined ? {} : { description: found }),
      iconPath: new vscode.ThemeIcon('clippy'),
      make: async () => takeAreas(clipboard ?? (await readClipboard()), undefined),
    },
  ];
}

function templateChoice(): Choice {
  return {
    label: l10n.t('A Template'),
    description: l10n.t('a FeatureCollection to fill in'),
    iconPath: new vscode.ThemeIcon('symbol-snippet'),
    async make() {
      const editor = await openDraft({ name: 'aoi', ending: '.geojson', text: '' });
      await editor.insertSnippet(new vscode.SnippetString(template));
    },
  };
}

async function take(typing: Promise<AreaSource | undefined>): Promise<void> {
  const source = await typing;
  if (source) await takeAreas(source, undefined);
}
