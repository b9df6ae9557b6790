import * as l10n from '@vscode/l10n';
import type { Catalog } from '../../images/catalog.ts';
import type { Bounds } from '../../model/import/typedArea.ts';
import { abortSignalOf } from '../../editor/abortSignal.ts';
import { geojsonWorkWhile, longestDocument, geojsonWork } from '../../editor/geojsonWork.ts';
import { jsonSelector } from '../../editor/jsonDocuments.ts';
import type { AoiFacts } from '../../model/aoi/aoiFacts.ts';
import { areaText } from '../../model/words/areaText.ts';
import { registerAoiDiagnostics } from './aoiDiagnostics.ts';
import { registerAoiFixes } from './aoiFixes.ts';
import { registerAoiLenses } from './aoiLenses.ts';
import type { GeojsonCompletion } from '../../model/geojson/geojsonCompletion.ts';
import { rangeOf } from '../../editor/makeEdits.ts';
import { isOrderDocument, isSearchDocument } from '../../editor/orderDocument.ts';
import { isReportDocument } from '../../editor/reportFile.ts';
import * as vscode from 'vscode';

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

/** Over `type` and `coordinates` of a polygon: its area, its centroid, its UTM zone and how many positions it has. */
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
    ...(polygons > 1 ? [`MultiPolygon (${polygons})`] : []),
    l10n.t('{0} positions', positions),
    ...(holes === 0 ? [] : [l10n.t('holes: {0}', holes)]),
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

/** Longer documents are not written by hand. Characters. */
const longestCompleted = 2_000_000;

/** After other characters numbers and names are typed, and nobody wants a list over them. */
const triggers = [':', '[', '"'];

/**
 * Completes areas in GeoJSON that is being written, and in any other JSON where "aoi" is begun: of the map's extent,
 * around its centre, or a template; closes a ring; names a feature. In orders and searches only where the area stands.
 *
 * @param extent what the map shows, degrees; `undefined` while there is no map
 */
export function registerAoiCompletions(extent: () => Bounds | undefined): vscode.Disposable {
  return vscode.languages.registerCompletionItemProvider(
    jsonSelector,
    {
      async provideCompletionItems(document, position, cancel, { triggerCharacter }) {
        if (isReportDocument(document)) return undefined;
        const text = document.getText();
        if (text.length > longestCompleted) return undefined;
        const isGeojson = isNamedGeojson(document);
        const isRequest = isOrderDocument(document) || isSearchDocument(document);
        const offset = document.offsetAt(position);
        const isWorth = isGeojson || isRequest || isWorthReading(text) || isAskedFor(text, offset);
        if (!isWorth) return undefined;
        const place = { offset, isGeojson, isRequest, typed: triggerCharacter, extent: extent() };
        const found = await geojsonWork('completeGeojson', text, place);
        if (cancel.isCancellationRequested) return undefined;
        return found.map((completion, index) => toItem(document, completion, index));
      },
    },
    ...triggers,
  );
}

function isNamedGeojson({ languageId, uri }: vscode.TextDocument): boolean {
  return languageId === 'geojson' || /\.(?:geojson|aoi\.json)$/i.test(uri.path);
}

/** Cheap before the parser is loaded: most JSON is no GeoJSON. An empty document can become one. */
function isWorthReading(text: string): boolean {
  return text.length < 100 || /"(?:FeatureCollection|Feature|Polygon|MultiPolygon)"/.test(text);
}

/** Whether "aoi" is begun at the end of a text: that is wanted in any JSON. */
function isAskedFor(text: string, offset: number): boolean {
  return /(?<![\w"])(?:a|ao|aoi[\w-]*)$/i.test(text.slice(Math.max(0, offset - 40), offset));
}

const kinds = {
  area: vscode.CompletionItemKind.Struct,
  close: vscode.CompletionItemKind.Snippet,
  name: vscode.CompletionItemKind.Property,
};

function toItem(document: vscode.TextDocument, one: GeojsonCompletion, index: number): vscode.CompletionItem {
  const item = new vscode.CompletionItem(one.label, kinds[one.kind]);
  item.detail = one.detail;
  item.insertText = new vscode.SnippetString(one.snippet);
  item.range = rangeOf(document, one.range);
  item.filterText = one.filterText;
  // Before what the schema offers, in this order.
  item.sortText = ` ${index}`;
  item.preselect = one.isPreselected;
  if (one.commaAt !== undefined) {
    item.additionalTextEdits = [vscode.TextEdit.insert(document.positionAt(one.commaAt), ',')];
  }
  return item;
}
