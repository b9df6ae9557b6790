import * as vscode from 'vscode';
import { areaText } from '../model/areaText.ts';
import { findPolygons, type AoiTarget } from '../platform/aoiDocument.ts';
import type { CommandId } from '../platform/commands.ts';
import { isOrderDocument } from '../platform/orderDocument.ts';
import { isReportDocument } from '../platform/reportFile.ts';

/** Any JSON can hold GeoJSON. */
export const jsonSelector: vscode.DocumentSelector = [
  { language: 'json' },
  { language: 'jsonc' },
  { language: 'geojson' },
  { pattern: '**/*.geojson' },
];

/** Longer documents get no lenses: reading them would hold up the typing. Characters. */
const longestDocument = 2_000_000;
/** More than a person reads; commands still reach every polygon. */
const mostLenses = 500;

/** Above every polygon: its area, and what can be done with it. */
export function registerAoiLenses(): vscode.Disposable {
  return vscode.languages.registerCodeLensProvider(jsonSelector, {
    async provideCodeLenses(document, cancel) {
      // A report can hold thousands of polygons, none of which is an area of interest.
      if (
        isOrderDocument(document) ||
        isReportDocument(document) ||
        document.getText().length > longestDocument
      )
        return [];
      // Cheap before the parser is loaded: most JSON is no GeoJSON.
      if (!document.getText().includes('"Polygon"')) return [];
      const polygons = await findPolygons(document.getText());
      if (cancel.isCancellationRequested) return [];
      return polygons.slice(0, mostLenses).flatMap(polygon => {
        const range = new vscode.Range(
          document.positionAt(polygon.offset),
          document.positionAt(polygon.offset),
        );
        const target: AoiTarget = { uri: document.uri.toString(), path: polygon.path };
        const lens = (title: string, id: CommandId, tooltip: string) =>
          new vscode.CodeLens(range, { title, command: id, arguments: [target], tooltip });
        return [
          // No command: the area is there to be read.
          new vscode.CodeLens(range, { title: areaText(polygon.areaKm2), command: '' }),
          lens(
            `$(search) ${vscode.l10n.t('Search Images')}`,
            'swath.searchImages',
            vscode.l10n.t('Search the catalogue for images of this area'),
          ),
          lens(
            `$(map) ${vscode.l10n.t('Show on Map')}`,
            'swath.openMap',
            vscode.l10n.t('Show this area on the map'),
          ),
        ];
      });
    },
  });
}
