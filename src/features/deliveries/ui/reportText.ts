import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { itemAt } from '../../../base/itemAt.ts';
import { parseWithNaN } from '../../../base/json/nonFinite.ts';
import { isEditable } from '../../../platform/documents/editableDocuments.ts';
import { isOpenedWell, showText } from '../../../platform/documents/openDraft.ts';
import { isReadAside } from '../../../platform/documents/textWork.ts';
import { fileExists } from '../../../platform/files/files.ts';
import { UserError } from '../../../platform/host/userError.ts';
import { drawnCount, placeSize, toReportFeature } from '../../reports/rules/index.ts';
import { readFeatureTexts } from '../reportFiles.ts';
import type { ReportFocus } from '../reportFocus.ts';
import type { ReportOnMap, Reports } from '../reports.ts';
import { reportWork } from '../reportWork.ts';
import { offerLongText } from './openReport.ts';

/** Delay from the last edit to reading the text, ms; longer for a text that is read in a worker thread. */
const pauses = { short: 150, long: 1000 } as const;

/** The text of the report that is on the map: where its features are, and which one contains the cursor. */
export function followReportText(
  reports: Pick<Reports, 'current'>,
  focus: ReportFocus,
  onError: (error: unknown) => void,
) {
  let known:
    | {
        document: vscode.TextDocument;
        version: number;
        places: Promise<Uint32Array | undefined>;
        controller: AbortController;
      }
    | undefined;
  let timer: NodeJS.Timeout | undefined;
  /** Whether the text that was last read is long. */
  let isLong = false;

  const isOfReport = (document: vscode.TextDocument) => {
    const report = reports.current.peek();
    return report !== undefined && showsReport(report, document);
  };

  /**
   * Offsets of its features: from reading the report, or computed again for each version of the text; `undefined` if it is
   * closed meanwhile.
   */
  async function placesIn(
    document: vscode.TextDocument,
    { index }: ReportOnMap,
  ): Promise<Uint32Array | undefined> {
    if (known?.document === document && known.version === document.version) return known.places;
    const text = document.getText();
    isLong = isReadAside(text);
    // The caller compares the feature that is found there.
    if (text.length === index.units) return index.places;
    forget();
    const controller = new AbortController();
    const places = readPlaces(text, controller.signal);
    known = { document, version: document.version, places, controller };
    return places;
  }

  /** Takes seconds for a long text. */
  async function readPlaces(text: string, signal: AbortSignal): Promise<Uint32Array | undefined> {
    try {
      return await reportWork.runWhile(signal, 'featurePlaces', text);
    } catch (error) {
      if (signal.aborted) return undefined;
      throw error;
    }
  }

  function forget(): void {
    known?.controller.abort();
    known = undefined;
  }

  /** A new object for each look at the cursor: ends the previous one. */
  let look: object | undefined;

  async function lightCursor(): Promise<void> {
    const thisLook = (look = {});
    const report = reports.current.peek();
    const editor = vscode.window.activeTextEditor;
    // While the map has focus, there is no active text editor; the highlight stays.
    if (!report || !editor) return;
    const { document } = editor;
    if (!isOfReport(document)) {
      focus.set(undefined);
      return;
    }
    const { version } = document;
    const isLast = () =>
      look === thisLook && document.version === version && editor === vscode.window.activeTextEditor;
    const places = await placesIn(document, report);
    if (!places || !isLast()) return;
    const index = indexAt(places, document.offsetAt(editor.selection.active));
    const isSame = index !== undefined && (await featureRange(document, places, index, report)) !== undefined;
    if (!isLast()) return;
    focus.set(isSame ? { report, index } : undefined);
  }

  const light = () => void lightCursor().catch(onError);

  function schedule() {
    clearTimeout(timer);
    timer = setTimeout(light, isLong ? pauses.long : pauses.short);
  }

  const listening = vscode.Disposable.from(
    vscode.window.onDidChangeTextEditorSelection(({ textEditor }) => {
      if (
        textEditor === vscode.window.activeTextEditor &&
        (isOfReport(textEditor.document) || focus.atCursor.peek())
      )
        light();
    }),
    vscode.window.onDidChangeActiveTextEditor(light),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (isOfReport(document)) schedule();
    }),
    vscode.workspace.onDidCloseTextDocument(document => {
      if (document === known?.document) forget();
    }),
  );
  const stop = reports.current.subscribe(light);

  return {
    /**
     * Shows the text of a report; of one feature, puts the cursor there. Throws {@link UserError} if that isn't possible.
     */
    async reveal(report: ReportOnMap, index: number | undefined, takesFocus: boolean) {
      const document = await openText(report);
      if (!document) return;
      if (index === undefined) {
        await showText(document, { preserveFocus: !takesFocus });
        return;
      }
      const places = await placesIn(document, report);
      if (!places && document.isClosed) return;
      const place = places && (await featureRange(document, places, index, report));
      if (!place) {
        throw new UserError(
          l10n.t('{0} has changed. Show it on the map again.', basename(document.uri.path)),
        );
      }
      const start = new vscode.Range(place.start, place.start);
      const editor = await showText(document, { selection: start, preserveFocus: !takesFocus });
      editor.revealRange(start, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
      focus.set({ report, index });
    },
    dispose() {
      clearTimeout(timer);
      stop();
      listening.dispose();
      forget();
    },
  };
}

/** The feature that contains an offset. */
function indexAt(places: Uint32Array, offset: number): number | undefined {
  let low = 0;
  let high = places.length / placeSize;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (itemAt(places, middle * placeSize + 3) < offset) low = middle + 1;
    else high = middle;
  }
  return low * placeSize < places.length && itemAt(places, low * placeSize + 2) <= offset ? low : undefined;
}

/** The offset of a feature; `undefined` if an edited text has a different one in its place. */
async function featureRange(
  document: vscode.TextDocument,
  places: Uint32Array,
  index: number,
  report: ReportOnMap,
): Promise<vscode.Range | undefined> {
  const [from, end] = places.subarray(index * placeSize + 2);
  if (index >= drawnCount(report.index.places) || from === undefined || end === undefined) return undefined;
  const place = new vscode.Range(document.positionAt(from), document.positionAt(end));
  const text = document.getText(place);
  try {
    const [textOnMap = ''] = await readFeatureTexts(report, [index]);
    const isSame =
      text === textOnMap ||
      isDeepStrictEqual(toReportFeature(parseWithNaN(text)), toReportFeature(parseWithNaN(textOnMap)));
    return isSame ? place : undefined;
  } catch {
    return undefined;
  }
}

/** A draft that was saved since then is now the file with that name. */
function showsReport(report: ReportOnMap, { uri }: vscode.TextDocument): boolean {
  if (uri.toString() === report.uri) return true;
  const reportUri = vscode.Uri.parse(report.uri);
  return reportUri.scheme === 'untitled' && reportUri.path === uri.path && isEditable(uri);
}

/** `undefined` if it is too long; the user is then asked whether to open the text. */
async function openText(report: ReportOnMap): Promise<vscode.TextDocument | undefined> {
  const open = vscode.workspace.textDocuments.find(
    document => !document.isClosed && showsReport(report, document),
  );
  if (open) return open;
  const uri = vscode.Uri.parse(report.uri);
  // Opening a closed draft again would create an empty one.
  if (uri.scheme === 'untitled' || !(await fileExists(uri.fsPath))) {
    throw new UserError(l10n.t('{0} no longer exists.', basename(uri.path)));
  }
  const { size } = await stat(uri.fsPath);
  if (!isOpenedWell(size)) {
    void offerLongText(uri.fsPath, size);
    return undefined;
  }
  return vscode.workspace.openTextDocument(uri);
}
