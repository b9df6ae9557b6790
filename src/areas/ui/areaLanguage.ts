import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Catalog } from '../../images/catalog.ts';
import type { Bounds } from '../../model/import/typedArea.ts';
import { abortSignalOf } from '../../editor/abortSignal.ts';
import { geojsonWorkWhile, longestDocument } from '../../editor/geojsonWork.ts';
import { jsonSelector } from '../../editor/jsonDocuments.ts';
import type { AoiFacts } from '../../model/aoi/aoiFacts.ts';
import { areaText } from '../../model/words/areaText.ts';
import { registerAoiCompletions } from './aoiCompletions.ts';
import { registerAoiDiagnostics } from './aoiDiagnostics.ts';
import { registerAoiFixes } from './aoiFixes.ts';
import { registerAoiLenses } from './aoiLenses.ts';

/**
 * What the editor shows of areas in JSON documents. Loaded with the first one.
 *
 * @param extent what the map shows, in degrees; `undefined` while there is no map
 */
export function registerAreaLanguage(
  catalog: Pick<Catalog, 'current'>,
  onError: (error: unknown) => void,
  extent: () => Bounds | undefined,
): vscode.Disposable {
  const diagnostics = registerAoiDiagnostics(onError);
  return vscode.Disposable.from(
    registerAoiLenses(diagnostics),
    registerAoiHover(),
    diagnostics,
    registerAoiFixes(diagnostics, catalog),
    registerAoiCompletions(extent),
  );
}

/** Over `type` and `coordinates` of a polygon: its area, its middle, its UTM zone and how many positions it has. */
export function registerAoiHover(): vscode.Disposable {
  return vscode.languages.registerHoverProvider(jsonSelector, {
    async provideHover(document, position, cancel) {
      const text = document.getText();
      // Cheap before the parser is loaded: most JSON is no GeoJSON.
      if (text.length > longestDocument || !text.includes('Polygon"')) return undefined;
      try {
        const offset = document.offsetAt(position);
        const facts = await geojsonWorkWhile(abortSignalOf(cancel), 'aoiFactsAt', text, offset);
        if (cancel.isCancellationRequested || !facts) return undefined;
        return new vscode.Hover(new vscode.MarkdownString(factsText(facts)));
      } catch (error) {
        if (cancel.isCancellationRequested) return undefined;
        throw error;
      }
    },
  });
}

/** In Markdown, a paragraph for each. Made of numbers and names of ours: nothing of the document is in it. */
export function factsText({ areaKm2, centroid, utm, positions, holes, polygons }: AoiFacts): string {
  const counts = [
    ...(polygons > 1 ? [l10n.t('{0} polygons', polygons)] : []),
    l10n.t('{0} positions', positions),
    ...(holes === 0 ? [] : [holes === 1 ? l10n.t('1 hole') : l10n.t('{0} holes', holes)]),
  ];
  return [
    `**${areaText(areaKm2)}** · ${counts.join(', ')}`,
    l10n.t('Centroid {0}', placeText(centroid)),
    utm ? `${utm.name} (EPSG:${utm.epsg})` : l10n.t('Outside the UTM latitudes'),
  ].join('\n\n');
}

/** Latitude first, as people write places. */
function placeText([longitude = 0, latitude = 0]: readonly number[]): string {
  const degrees = (value: number, positive: string, negative: string) =>
    `${Math.abs(value).toFixed(5)}° ${value < 0 ? negative : positive}`;
  return `${degrees(latitude, 'N', 'S')}, ${degrees(longitude, 'E', 'W')}`;
}
