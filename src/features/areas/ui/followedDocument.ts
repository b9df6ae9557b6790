import { basename } from 'node:path';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { rerunning } from '../../../base/rerun.ts';
import { isAreaFile } from '../../../platform/documents/areaFile.ts';
import { isEditable } from '../../../platform/documents/editableDocuments.ts';
import { isReportDocument } from '../../../platform/documents/reportFile.ts';
import { longestDocument } from '../../../platform/documents/textWork.ts';
import type { AoiSource } from '../../images/index.ts';
import type { Areas } from '../areas.ts';
import { areaWork, findAreasAside } from '../areaWork.ts';
import type { KeptDocuments } from '../keptAreas.ts';
import { createTextHistory, type HistoryStep } from '../textHistory.ts';
import { aoiUse, areaAt, hasTab, isOfferedHere } from './aoiDocument.ts';
import { readOnlyText, recordText } from './words.ts';

/** Delay from the last manual edit to reading the text, ms. A long text is read less often. */
const pauseFor = ({ length }: string) => 150 + length / 20_000;

export type FollowedDocument = ReturnType<typeof followDocument>;

/**
 * The document that the map follows, read again after every edit.
 *
 * @param choose makes an area of another document the active one: after a click in its text, or when a file of areas comes to
 * the front
 */
export function followDocument(
  areas: Areas,
  kept: Pick<KeptDocuments, 'has'>,
  choose: (aoi: AoiSource, way: 'clicked' | 'opened') => void,
  onError: (error: unknown) => void,
) {
  /** The text that the areas were read from; `undefined` before the first read. */
  let known: string | undefined;
  let knownVersion: number | undefined;
  let timer: NodeJS.Timeout | undefined;
  let followed: string | undefined;
  /** Ends what is read of a document that is no longer followed. */
  let following = new AbortController();
  /** How the user moved the cursor of the document since its area was last looked up. */
  let moved: 'chosen' | 'byKeys' | undefined;
  /** Ends what is read of another document when the next one is chosen. */
  let choosing = new AbortController();
  /** What a click chooses an area of, until that is read. */
  let clicked: vscode.TextDocument | undefined;
  let history: ReturnType<typeof createTextHistory> | undefined;
  /** How the text changed since it was last read. */
  let step: HistoryStep | undefined;

  const read = rerunning(readOnce);
  const isFollowed = (uri: vscode.Uri) => uri.toString() === areas.current.peek().document?.uri;

  function schedule(delay: number) {
    clearTimeout(timer);
    timer = setTimeout(() => void readNow().catch(onError), delay);
  }

  /** One read at a time. Calls during a read wait for one more. */
  function readNow(): Promise<void> {
    clearTimeout(timer);
    return read();
  }

  async function readOnce() {
    const { document: name } = areas.current.peek();
    if (!name) return;
    const document = await openQuietly(name.uri);
    if (!document) {
      if (!isStillAt(name.uri)) return;
      known = undefined;
      areas.lock(l10n.t('{0} can no longer be opened.', name.name));
      return;
    }
    if (isDiscarded(document)) {
      takeUpSaved(vscode.window.activeTextEditor?.document);
      if (isStillAt(name.uri)) areas.leave();
      return;
    }
    const text = document.getText();
    const version = document.version;
    const isUndone = step === 'undo';
    if (history) history.add(text, step ?? 'edit');
    else history = createTextHistory(text, version > 1);
    step = undefined;
    areas.setHistory(history.state());
    if (text === known) {
      knownVersion = version;
      takeAtCursor();
      return;
    }
    const { signal } = following;
    const found = await findAreasAside(text, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    if (!found || !isStillAt(name.uri)) return;
    if (document.getText() !== text) void read();
    // While a word is half typed, the areas after it would seem to be gone.
    if (found.isBroken && areas.current.peek().areas.length > 0) {
      known = undefined;
      areas.lock(broken());
      return;
    }
    [known, knownVersion] = [text, version];
    areas.read(found, lockText(document, found.isBroken), isUndone);
    takeAtCursor();
    void checkAreas(document, text, signal).catch(onError);
  }

  /** Nobody waits for this: a long text takes longer to check than to read. */
  async function checkAreas(document: vscode.TextDocument, text: string, signal: AbortSignal) {
    // Nothing in a report is an area of interest.
    if (isReportDocument(document) || text.length > longestDocument) return;
    const faults = await areaWork
      .runWhile(signal, 'faultsIn', text, aoiUse(document))
      .catch((error: unknown) => {
        if (!signal.aborted) throw error;
      });
    if (faults && text === known && isFollowed(document.uri)) areas.setFaults(faults);
  }

  const isStillAt = (uri: string) => areas.current.peek().document?.uri === uri;

  /** The area that the user moves the cursor to is the active one. */
  function takeAtCursor() {
    const editor = vscode.window.activeTextEditor;
    if (!moved || !editor || !isFollowed(editor.document.uri)) return;
    if (editor.document.version !== knownVersion) return;
    const isChosen = moved === 'chosen';
    moved = undefined;
    areas.takeAt(editor.document.offsetAt(editor.selection.active), isChosen);
  }

  async function takeOther({ document, selection }: vscode.TextEditor, way: 'clicked' | 'opened') {
    const { signal } = (choosing = new AbortController());
    clicked = way === 'clicked' ? document : undefined;
    if (!isOfferedHere(document, kept)) return;
    const aoi = await areaAt(document, document.offsetAt(selection.active), signal, way === 'opened').catch(
      (error: unknown) => {
        if (!signal.aborted) throw error;
      },
    );
    if (signal.aborted) return;
    clicked = undefined;
    if (aoi) choose(aoi, way);
  }

  /** When a document is saved under a name, VS Code closes it and opens another one with the same text. */
  function takeUpSaved(candidate: vscode.TextDocument | undefined) {
    const uri = areas.current.peek().document?.uri;
    if (!candidate || candidate.uri.scheme === 'untitled' || !uri?.startsWith('untitled:')) return;
    if (!isEditable(candidate.uri)) return;
    const isOpen = vscode.workspace.textDocuments.some(
      document => !document.isClosed && document.uri.toString() === uri && !isDiscarded(document),
    );
    if (!isOpen && candidate.getText() === known) areas.moved(candidate.uri.toString());
  }

  const listening = vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges, reason }) => {
      if (!isFollowed(document.uri) || contentChanges.length === 0) return;
      const now = historyStep(reason);
      step = step === undefined || step === now ? now : 'edit';
      schedule(pauseFor(known ?? ''));
    }),
    vscode.workspace.onDidOpenTextDocument(document => {
      if (isFollowed(document.uri)) schedule(0);
      else takeUpSaved(document);
    }),
    vscode.workspace.onDidCloseTextDocument(() => takeUpSaved(vscode.window.activeTextEditor?.document)),
    vscode.workspace.onDidRenameFiles(({ files }) => {
      const uri = areas.current.peek().document?.uri;
      for (const { oldUri, newUri } of files) {
        const from = oldUri.toString();
        if (uri === from || uri?.startsWith(`${from}/`))
          areas.moved(newUri.toString() + uri.slice(from.length));
      }
    }),
    vscode.window.onDidChangeTextEditorSelection(({ textEditor, kind }) => {
      // Without a kind, the text changed before the cursor: nobody moved it.
      const { Keyboard, Mouse } = vscode.TextEditorSelectionChangeKind;
      // A click may be reported before the editor that it activates.
      if (kind === undefined || (textEditor !== vscode.window.activeTextEditor && kind !== Mouse)) return;
      choosing.abort();
      const isOther = !isFollowed(textEditor.document.uri);
      moved = isOther ? undefined : kind === Keyboard ? 'byKeys' : 'chosen';
      if (isOther && kind === Mouse) void takeOther(textEditor, 'clicked').catch(onError);
      else takeAtCursor();
    }),
    vscode.window.onDidChangeActiveTextEditor(editor => {
      takeUpSaved(editor?.document);
      takeAtCursor();
      // A click in it says more, and may come first.
      if (!editor || isFollowed(editor.document.uri) || editor.document === clicked) return;
      if (!isAreaFile(editor.document.uri.path)) return;
      choosing.abort();
      void takeOther(editor, 'opened').catch(onError);
    }),
  );
  const stop = areas.current.subscribe(({ document, areas }) => {
    if (document?.uri === followed) return;
    followed = document?.uri;
    following.abort();
    following = new AbortController();
    // A document that was only renamed keeps its areas.
    if (areas.length === 0) known = history = step = undefined;
    if (followed !== undefined) schedule(0);
  });

  return {
    /** `undefined` if no document is followed or it no longer exists. */
    open: async () => (followed === undefined ? undefined : openQuietly(followed)),
    /** Whether the areas match the current text of the document. */
    isRead: (document: vscode.TextDocument) => isFollowed(document.uri) && document.getText() === known,
    /** Reads the document now. Resolves when the areas match its text. */
    read: readNow,
    /** Undo or redo of the document did nothing. */
    endsAt(way: 'undo' | 'redo') {
      history?.ends(way);
      if (history) areas.setHistory(history.state());
    },
    dispose() {
      clearTimeout(timer);
      following.abort();
      choosing.abort();
      stop();
      listening.dispose();
    },
  };
}

/** The editor empties a draft that is closed without saving, or saved under a name, and keeps it open for a while. */
function isDiscarded(document: vscode.TextDocument): boolean {
  return document.isUntitled && document.getText() === '' && !hasTab(document);
}

function historyStep(reason: vscode.TextDocumentChangeReason | undefined): HistoryStep {
  if (reason === undefined) return 'edit';
  return reason === vscode.TextDocumentChangeReason.Undo ? 'undo' : 'redo';
}

/** `undefined` if it no longer exists: a closed draft, or a deleted file. */
async function openQuietly(uri: string): Promise<vscode.TextDocument | undefined> {
  const open = vscode.workspace.textDocuments.find(
    document => !document.isClosed && document.uri.toString() === uri,
  );
  if (open) return open;
  const parsed = vscode.Uri.parse(uri);
  // Opening a closed draft again would create an empty one.
  if (parsed.scheme === 'untitled') return undefined;
  return vscode.workspace.openTextDocument(parsed).then(
    document => document,
    () => undefined,
  );
}

function lockText(document: vscode.TextDocument, isBroken: boolean): string | undefined {
  if (isBroken) return broken();
  if (isReportDocument(document)) return recordText(document);
  if (!isEditable(document.uri)) return readOnlyText(basename(document.uri.path));
  return undefined;
}

function broken(): string {
  return l10n.t('The JSON is invalid. Fix the text first.');
}
