import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { areaText } from '../../../base/words/areaText.ts';
import { positionText } from '../../../geo/positionText.ts';
import { jsonSelector } from '../../../platform/documents/jsonDocuments.ts';
import { documentRange } from '../../../platform/documents/makeEdits.ts';
import { isReportDocument } from '../../../platform/documents/reportFile.ts';
import { isRequestDocument } from '../../../platform/documents/swathDocuments.ts';
import { longestDocument } from '../../../platform/documents/textWork.ts';
import { toAbortSignal } from '../../../platform/host/abortSignal.ts';
import type { Catalog } from '../../images/index.ts';
import { areaWork } from '../areaWork.ts';
import type { KeptDocuments } from '../keptAreas.ts';
import type { AoiFacts } from '../rules/aoiFacts.ts';
import type { Bounds } from '../rules/import/typedArea.ts';
import type { GeojsonCompletion } from '../rules/text/geojsonCompletion.ts';
import { registerAoiDiagnostics } from './aoiDiagnostics.ts';
import { isNamedGeojson, mayHaveAreas } from './aoiDocument.ts';
import { registerAoiFixes } from './aoiFixes.ts';
import { registerAoiLenses } from './aoiLenses.ts';
import { registerAreaPaste } from './pasteArea.ts';

/**
 * Editor features for areas in JSON documents. Loaded with the first one.
 *
 * @param kept the documents whose polygons are areas
 * @param extent the map extent, in degrees; `undefined` while there is no map
 */
export function registerAreaLanguage(
  catalog: Pick<Catalog, 'current'>,
  kept: KeptDocuments,
  onError: (error: unknown) => void,
  extent: () => Bounds | undefined,
): vscode.Disposable {
  const diagnostics = registerAoiDiagnostics(kept, onError);
  return vscode.Disposable.from(
    registerAoiLenses(diagnostics, kept),
    registerAoiHover(kept),
    diagnostics,
    registerAoiFixes(diagnostics, kept, catalog),
    registerAoiCompletions(kept, extent),
    registerAreaPaste(kept),
  );
}

/** On `type` and `coordinates` of a polygon: its area, centroid, UTM zone and number of positions. */
export function registerAoiHover(kept: KeptDocuments): vscode.Disposable {
  return vscode.languages.registerHoverProvider(jsonSelector, {
    async provideHover(document, position, cancel) {
      if (!mayHaveAreas(document, kept)) return undefined;
      const text = document.getText();
      // A cheap test before the parser is loaded, because most JSON isn't GeoJSON.
      if (text.length > longestDocument || !text.includes('Polygon"')) return undefined;
      try {
        const offset = document.offsetAt(position);
        const facts = await areaWork.runWhile(toAbortSignal(cancel), 'aoiFactsAt', text, offset);
        if (cancel.isCancellationRequested || !facts) return undefined;
        return new vscode.Hover(new vscode.MarkdownString(areaFactsText(facts)));
      } catch (error) {
        if (cancel.isCancellationRequested) return undefined;
        throw error;
      }
    },
  });
}

/** Markdown, one paragraph per fact. Consists of numbers and fixed texts; nothing comes from the document. */
export function areaFactsText({ areaKm2, centroid, utm, positions, holes, polygons }: AoiFacts): string {
  const counts = [
    ...(polygons > 1 ? [`MultiPolygon (${polygons})`] : []),
    l10n.t('{0} positions', positions),
    ...(holes === 0 ? [] : [l10n.t('holes: {0}', holes)]),
  ];
  return [
    `**${areaText(areaKm2)}** · ${counts.join(', ')}`,
    l10n.t('Centroid {0}', positionText(centroid)),
    utm.length > 0
      ? utm.map(({ name, epsg }) => `${name} (EPSG:${epsg})`).join(' · ')
      : l10n.t('Outside the UTM latitudes'),
  ].join('\n\n');
}

/** Latitude first, as coordinates are usually written. */

/** Longer documents aren't written by hand. In characters. */
const longestCompleted = 2_000_000;

/** Other characters start numbers and names, where a suggestion list would be in the way. */
const triggers = [':', '[', '"'];

/**
 * Completes areas in documents of areas: the map extent, an area around its center, or a template. Also closes rings and
 * names features. In orders and searches, only at the place of the area.
 *
 * @param extent the map extent, in degrees; `undefined` while there is no map
 */
export function registerAoiCompletions(
  kept: KeptDocuments,
  extent: () => Bounds | undefined,
): vscode.Disposable {
  return vscode.languages.registerCompletionItemProvider(
    jsonSelector,
    {
      async provideCompletionItems(document, position, cancel, { triggerCharacter }) {
        if (isReportDocument(document) || !mayHaveAreas(document, kept)) return undefined;
        const text = document.getText();
        if (text.length > longestCompleted) return undefined;
        const place = {
          offset: document.offsetAt(position),
          isGeojson: isNamedGeojson(document),
          isRequest: isRequestDocument(document),
          typed: triggerCharacter,
          extent: extent(),
        };
        const found = await areaWork.run('completeGeojson', text, place);
        if (cancel.isCancellationRequested) return undefined;
        return found.map((completion, index) => toItem(document, completion, index));
      },
    },
    ...triggers,
  );
}

const kinds = {
  area: vscode.CompletionItemKind.Struct,
  close: vscode.CompletionItemKind.Snippet,
  name: vscode.CompletionItemKind.Property,
};

function toItem(
  document: vscode.TextDocument,
  completion: GeojsonCompletion,
  index: number,
): vscode.CompletionItem {
  const item = new vscode.CompletionItem(completion.label, kinds[completion.kind]);
  item.detail = completion.detail;
  item.insertText = new vscode.SnippetString(completion.snippet);
  item.range = documentRange(document, completion.range);
  item.filterText = completion.filterText;
  // Sorts before the suggestions of the schema, in this order.
  item.sortText = ` ${index}`;
  item.preselect = completion.isPreselected;
  if (completion.commaAt !== undefined) {
    item.additionalTextEdits = [vscode.TextEdit.insert(document.positionAt(completion.commaAt), ',')];
  }
  return item;
}
