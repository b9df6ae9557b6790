import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { jsonSelector } from '../../../platform/documents/jsonDocuments.ts';
import { isReportDocument } from '../../../platform/documents/reportFile.ts';
import { isRequestDocument } from '../../../platform/documents/swathDocuments.ts';
import { areaWork } from '../areaWork.ts';
import type { KeptDocuments } from '../keptAreas.ts';
import { isNamedGeojson, mayHaveAreas } from './aoiDocument.ts';

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
      const text = document.getText();
      if (pasted.length > longest.pasted || text.length > longest.document) return undefined;
      if (!looksLikeArea.test(pasted)) return undefined;
      const request = {
        offset: document.offsetAt(range.start),
        isGeojson: isNamedGeojson(document),
        isRequest: isRequestDocument(document),
      };
      const place = await areaWork.run('pastePlace', text, request, document.offsetAt(range.end));
      if (!place) return undefined;
      const read = await (await import('./areaSource.ts')).readForeignText(pasted);
      const found =
        read.kind === 'areas' ? await areaWork.run('pastedAreas', pasted, place, read) : undefined;
      if (!found) return undefined;
      // The editor inserts it literally, with the indentation of the line.
      const title =
        found.leftOut === 0
          ? l10n.t('Paste as Polygon')
          : l10n.t('Paste as Polygon ({0} left out)', found.leftOut);
      const edit = new vscode.DocumentPasteEdit(found.json, title, kind);
      if (!found.isDefault) edit.yieldTo = [vscode.DocumentDropOrPasteEditKind.Text];
      return [edit];
    },
  };
  return vscode.languages.registerDocumentPasteEditProvider(jsonSelector, provider, {
    providedPasteEditKinds: [kind],
    pasteMimeTypes: ['text/plain'],
  });
}
