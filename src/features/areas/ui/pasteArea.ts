import * as vscode from 'vscode';
import { jsonSelector } from '../../../platform/documents/jsonDocuments.ts';
import { isReportDocument } from '../../../platform/documents/reportFile.ts';
import type { KeptDocuments } from '../keptAreas.ts';
import { mayHaveAreas } from './aoiDocument.ts';

/** Longer texts are pasted as they are: a paste has to be quick. Characters. */
const longest = { pasted: 1_000_000, document: 2_000_000 };

/** A cheap test before a parser is loaded: numbers, WKT, markup or JSON. */
const looksLikeArea = /^\s*(?:[-+.\d[{<]|SRID\s{0,9}=|[A-Z\s]{3,40}\()/i;

/**
 * Pastes WKT, a box, KML, GPX or GeoJSON as a polygon where JSON expects one. Plain text stays the default if it fits,
 * and if the text or the place can mean something else.
 */
export function registerAreaPaste(kept: Pick<KeptDocuments, 'has'>): vscode.Disposable {
  const kind = vscode.DocumentDropOrPasteEditKind.Empty.append('swath', 'polygon');
  const provider: vscode.DocumentPasteEditProvider = {
    async provideDocumentPasteEdits(document, [range, ...others], data) {
      if (!range || others.length > 0) return undefined;
      if (isReportDocument(document) || !mayHaveAreas(document, kept)) return undefined;
      const pasted = (await data.get('text/plain')?.asString()) ?? '';
      if (pasted.length > longest.pasted || document.getText().length > longest.document) return undefined;
      if (!looksLikeArea.test(pasted)) return undefined;
      return (await import('./pastedArea.ts')).pastedArea(document, range, pasted, kind);
    },
  };
  return vscode.languages.registerDocumentPasteEditProvider(jsonSelector, provider, {
    providedPasteEditKinds: [kind],
    pasteMimeTypes: ['text/plain'],
  });
}
