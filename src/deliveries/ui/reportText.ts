import * as l10n from '@vscode/l10n';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { byteText } from '../../model/words/byteText.ts';
import type { ReportFocus } from '../reportFocus.ts';
import type { Reports, ShownReport } from '../reports.ts';
import { geojsonWork, isReadAside } from '../../editor/geojsonWork.ts';
import { isOpenedWell } from '../../editor/longText.ts';
import { UserError } from '../../editor/userError.ts';
import { fileExists } from '../../editor/reportFile.ts';
import { textColumn } from '../../editor/textColumn.ts';
import { itemAt } from '../../model/itemAt.ts';

/** From the last edit to the reading, ms; longer for a text that is read in a thread. */
const pauses = { short: 150, long: 1000 } as const;

/** The text of the report that is on the map: where its features stand in it, and which of them the cursor is in. */
export interface ReportText {
  /** Shows the text of a feature with the cursor at it. Throws {@link UserError} where that cannot be. */
  reveal(report: ShownReport, index: number, takesFocus: boolean): Promise<void>;
  dispose(): void;
}

export function followReportText(
  reports: Pick<Reports, 'current'>,
  focus: ReportFocus,
  onError: (error: unknown) => void,
): ReportText {
  let known: { document: vscode.TextDocument; version: number; ranges: Promise<Uint32Array> } | undefined;
  let timer: NodeJS.Timeout | undefined;
  /** Of the text that was read last. */
  let isLong = false;

  const isOfReport = (document: vscode.TextDocument) => {
    const report = reports.current.peek();
    return report !== undefined && isTextOf(report, document);
  };

  /** Begins and ends of its features, read once for each version of the text. */
  function rangesOf(document: vscode.TextDocument): Promise<Uint32Array> {
    if (known?.document === document && known.version === document.version) return known.ranges;
    const text = document.getText();
    isLong = isReadAside(text);
    const ranges = geojsonWork('featureRanges', text);
    known = { document, version: document.version, ranges };
    return ranges;
  }

  async function lightCursor(): Promise<void> {
    const report = reports.current.peek();
    const editor = vscode.window.activeTextEditor;
    // While the map has the focus there is no active text editor: the light stays.
    if (!report || !editor) return;
    const { document } = editor;
    if (!isOfReport(document)) {
      focus.set(undefined);
      return;
    }
    const { version } = document;
    const ranges = await rangesOf(document);
    if (document.version !== version || editor !== vscode.window.activeTextEditor) return;
    const index = rangeAt(ranges, document.offsetAt(editor.selection.active));
    const isSame = index !== undefined && isSameFeature(document, ranges, index, report);
    focus.set(isSame ? { report, index } : undefined);
  }

  const light = () => void lightCursor().catch(onError);

  function later() {
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
      if (isOfReport(document)) later();
    }),
    vscode.workspace.onDidCloseTextDocument(document => {
      if (document === known?.document) known = undefined;
    }),
  );
  const stop = reports.current.subscribe(light);

  return {
    async reveal(report, index, takesFocus) {
      const document = await openText(report);
      const ranges = await rangesOf(document);
      if (!isSameFeature(document, ranges, index, report)) {
        throw new UserError(
          l10n.t(
            'The text of {0} was changed since it was put on the map: the feature is not where it was. Open the report again to see it as it is.',
            basename(document.uri.path),
          ),
        );
      }
      const place = new vscode.Range(
        document.positionAt(itemAt(ranges, index * 2)),
        document.positionAt(itemAt(ranges, index * 2 + 1)),
      );
      const start = new vscode.Range(place.start, place.start);
      const editor = await vscode.window.showTextDocument(document, {
        viewColumn: textColumn(report.uri),
        selection: start,
        preserveFocus: !takesFocus,
        preview: false,
      });
      editor.revealRange(start, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
      focus.set({ report, index });
    },
    dispose() {
      clearTimeout(timer);
      stop();
      listening.dispose();
    },
  };
}

/** The feature that an offset is in. */
function rangeAt(ranges: Uint32Array, offset: number): number | undefined {
  let low = 0;
  let high = ranges.length / 2;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (itemAt(ranges, middle * 2 + 1) < offset) low = middle + 1;
    else high = middle;
  }
  return low < ranges.length / 2 && itemAt(ranges, low * 2) <= offset ? low : undefined;
}

/** A text that was edited can have another feature in its place. */
function isSameFeature(
  document: vscode.TextDocument,
  ranges: Uint32Array,
  index: number,
  report: ShownReport,
): boolean {
  const shown = report.features[index];
  const [from, end] = [ranges[index * 2], ranges[index * 2 + 1]];
  if (!shown || from === undefined || end === undefined) return false;
  try {
    const text = document.getText(new vscode.Range(document.positionAt(from), document.positionAt(end)));
    const { geometry, properties } = JSON.parse(text) as { geometry?: unknown; properties?: unknown };
    return (
      isDeepStrictEqual(geometry, shown.geometry) && isDeepStrictEqual(properties ?? {}, shown.properties)
    );
  } catch {
    return false;
  }
}

/** A draft that was saved since is the file of that name. */
function isTextOf(report: ShownReport, { uri }: vscode.TextDocument): boolean {
  if (uri.toString() === report.uri) return true;
  const own = vscode.Uri.parse(report.uri);
  return own.scheme === 'untitled' && own.path === uri.path;
}

async function openText(report: ShownReport): Promise<vscode.TextDocument> {
  const open = vscode.workspace.textDocuments.find(one => !one.isClosed && isTextOf(report, one));
  if (open) return open;
  const uri = vscode.Uri.parse(report.uri);
  // Opened again, a draft would be an empty one.
  if (uri.scheme === 'untitled' || !(await fileExists(uri.fsPath))) {
    throw new UserError(l10n.t('{0} is not there any more: its text cannot be shown.', basename(uri.path)));
  }
  const { size } = await stat(uri.fsPath);
  if (!isOpenedWell(size)) {
    throw new UserError(
      l10n.t(
        '{0} has {1}, more than the editor opens well: the text of the feature is not shown. Open the file first to go there all the same.',
        basename(uri.path),
        byteText(size),
      ),
    );
  }
  return vscode.workspace.openTextDocument(uri);
}
