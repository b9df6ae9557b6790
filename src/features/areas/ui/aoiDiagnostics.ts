import * as vscode from 'vscode';
import { checkDocuments } from '../../../platform/documents/checkedDocuments.ts';
import { jsonSelector } from '../../../platform/documents/jsonDocuments.ts';
import { isReportDocument } from '../../../platform/documents/reportFile.ts';
import { isOrderDocument, isSearchDocument } from '../../../platform/documents/swathDocuments.ts';
import { longestDocument } from '../../../platform/documents/textWork.ts';
import { onLaterChange } from '../../../platform/host/onChange.ts';
import { areaWork } from '../areaWork.ts';
import type { KeptDocuments } from '../keptAreas.ts';
import type { PlacedProblem } from '../rules/text/geojsonDiagnostics.ts';
import { aoiUse, mayHaveAreas } from './aoiDocument.ts';

export type AoiDiagnostics = ReturnType<typeof registerAoiDiagnostics>;

/** Shows the problems of AOIs in open orders, searches and documents of areas, shortly after the last edit. */
export function registerAoiDiagnostics(kept: KeptDocuments, onError: (error: unknown) => void) {
  const isMeant = (document: vscode.TextDocument) =>
    vscode.languages.match(jsonSelector, document) > 0 &&
    !isReportDocument(document) &&
    mayHaveAreas(document, kept);
  const checks = checkDocuments({ name: 'swath.aoi', isChecked: isMeant, find }, onError);
  const { lastCheck, onDidCheck } = checks;
  const following = onLaterChange(kept.causes, checks.checkAgain);
  return {
    /** Fires when the problems of a document match its text again. */
    onDidCheck,
    dispose() {
      following.dispose();
      checks.dispose();
    },
    /** Problems of the current text; none while a check is pending. */
    documentProblems(document: vscode.TextDocument): readonly PlacedProblem[] {
      const last = lastCheck(document);
      return last?.version === document.version ? last.problems : [];
    },
  };
}

async function find(document: vscode.TextDocument, signal: AbortSignal) {
  const text = document.getText();
  if (text.length > longestDocument || !mayHoldAois(document, text)) return undefined;
  const found = await areaWork.runWhile(signal, 'diagnoseAois', text, aoiUse(document));
  return isSearchDocument(document) ? found.filter(isToldOfAnySearch) : found;
}

/** A cheap test before the parser is loaded, because most JSON isn't GeoJSON. */
function mayHoldAois(document: vscode.TextDocument, text: string): boolean {
  return isOrderDocument(document)
    ? text.includes('"aoi"')
    : text.includes('"coordinates"') || text.includes('"geometry"');
}

/** The check of searches reports unsupported geometry types. The fixes for files would make the search invalid. */
function isToldOfAnySearch({ code }: PlacedProblem): boolean {
  return code !== 'aoi-not-polygon';
}
