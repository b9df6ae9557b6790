import * as vscode from 'vscode';
import type { GeojsonCompletion } from '../../model/geojson/geojsonCompletion.ts';
import type { Bounds } from '../../model/import/typedArea.ts';
import { geojsonWork } from '../../editor/geojsonWork.ts';
import { rangeOf } from '../../editor/makeEdits.ts';
import { isOrderDocument } from '../../editor/orderDocument.ts';
import { isReportDocument } from '../../editor/reportFile.ts';
import { isSearchDocument } from '../../editor/searchDocument.ts';
import { jsonSelector } from '../../editor/jsonDocuments.ts';

/** Longer documents are not written by hand. Characters. */
const longestDocument = 2_000_000;

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
        if (text.length > longestDocument) return undefined;
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
