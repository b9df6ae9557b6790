import * as l10n from '@vscode/l10n';
import { type BaseMap, readBaseMap } from '../model/baseMap/baseMap.ts';
import type { AoiTarget } from '../areas/ui/aoiDocument.ts';
import type { AreaEditing } from '../areas/ui/areaEditing.ts';
import { type Log, logError, describeError, presentError } from '../editor/presentError.ts';
import { onChange } from '../editor/onChange.ts';
import { createPictureCache } from '../images/pictureCache.ts';
import { showInformationMessage } from '../editor/window.ts';
import type { MapTarget, ToPage, ToHost } from '../shared/protocol.ts';
import { createPictures } from '../images/pictures.ts';
import type { ReportFocus } from '../deliveries/reportFocus.ts';
import type { ShownReport } from '../deliveries/reports.ts';
import { areaMessages, keyOf, pathOfKey, toAreaChange } from './areaMessages.ts';
import { toRow, toMapState, type MapFacts } from './mapState.ts';
import { pageHtml, pageTexts } from './pageHtml.ts';
import { checkedMessages } from '../shared/toHost.ts';
import { createPictureMessages, type PictureMessages } from './pictureMessages.ts';
import { createReportMessages, reportId } from './reportMessages.ts';
import { runCommand } from '../editor/commands.ts';
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { ownSetting, section } from '../editor/settings.ts';

/** Rows go in chunks, so that no message grows large. */
const chunkSize = 200;

/** What a page shows and changes. */
export interface PageParts extends MapFacts {
  distUri: vscode.Uri;
  log: Log;
  editing: AreaEditing;
  /** Reveals the text of an AOI. */
  revealAoi: (target: AoiTarget, takesFocus: boolean) => Promise<void>;
  /** What the cursor is on in the text of the report. */
  reportFocus: ReportFocus;
  /** Reveals the text of a feature of the report. */
  revealFeature: (report: ShownReport, index: number, takesFocus: boolean) => Promise<void>;
}

export type MapExtent = readonly [west: number, south: number, east: number, north: number];

/** Asks a page to bring something into view. */
export type Show = (target: MapTarget) => void;

export type ConnectPage = (panel: vscode.WebviewPanel, lookAt: (bounds: MapExtent) => void) => Show;

/**
 * Puts the page of the map into panels, one after another. What a person allowed to stream outlives a panel.
 *
 * @param picturesPath the folder of the pictures that are kept
 */
export function createPages(given: Omit<PageParts, 'pictures'>, picturesPath: string): ConnectPage {
  const parts = { ...given, pictures: createPictures(given.session, createPictureCache(picturesPath)) };
  return (panel, lookAt) => connectPage(parts, panel, lookAt);
}

/** Binds one page to the state, both ways. */
function connectPage(
  parts: PageParts,
  panel: vscode.WebviewPanel,
  lookAt: (bounds: MapExtent) => void,
): Show {
  const { session, catalog, reports, areas, figures, pictures, account } = parts;
  let ready = false;
  let wanted: MapTarget | undefined;
  let sentSearch = -1;
  let sentImages = 0;
  let sentDuplicates = figures.duplicates.peek();
  let sentRevision = -1;

  const send = (message: ToPage) => void panel.webview.postMessage(message);
  const shots = createPictureMessages(catalog, pictures, send);
  const findings = createReportMessages(send, error => logError(error, parts.log));

  function sendAll() {
    if (!ready) return;
    send({ kind: 'state', state: toMapState(parts) });
    sendImages();
    const { revision } = areas.current.peek();
    if (revision !== sentRevision) for (const message of areaMessages(areas.current.peek())) send(message);
    sentRevision = revision;
    findings.show(reports.current.peek());
    if (wanted) {
      send({ kind: 'show', target: wanted });
      wanted = undefined;
    }
  }

  function sendImages() {
    const { searchId, fresh } = catalog.current.peek();
    const images = catalog.shown.peek();
    const duplicates = figures.duplicates.peek();
    // Which image duplicates which shows when all are there.
    if (searchId !== sentSearch || duplicates !== sentDuplicates) sentImages = 0;
    sentSearch = searchId;
    sentDuplicates = duplicates;
    // The state changes often, and mostly there is nothing to send.
    if (sentImages >= images.length) return;
    const isNew = new Set(fresh);
    for (; sentImages < images.length; sentImages = Math.min(sentImages + chunkSize, images.length)) {
      const rows = images
        .slice(sentImages, sentImages + chunkSize)
        .map(image => toRow(image, duplicates.get(image.id), isNew.has(image.id)));
      send({ kind: 'images', searchId, from: sentImages, images: rows });
    }
  }

  function showPage(signedIn: BaseMap) {
    ready = false;
    if (signedIn.kind === 'refused') parts.log.warn(signedIn.problem);
    panel.webview.html = pageHtml(panel.webview, parts.distUri, signedIn, pageTexts(parts.distUri));
  }

  const turn = createPageTurn(showPage, () => {
    void showInformationMessage(l10n.t('The map uses the new setting when you finish drawing.'));
  });

  const sendCursor = () => {
    const at = areas.atCursor.peek();
    if (ready) send({ kind: 'cursor', key: at && keyOf(at) });
  };

  const sendReportCursor = () => {
    const at = parts.reportFocus.atCursor.peek();
    const report = reports.current.peek();
    if (ready && report) send({ kind: 'reportCursor', reportId: reportId(report), index: at?.index });
  };

  const handle = createMessageHandler(parts, shots, {
    send,
    lookAt,
    setBusy: turn.setBusy,
    focus: () => panel.reveal(undefined, false),
    // A page that was hidden and comes back knows nothing.
    begin() {
      turn.setBusy(false);
      ready = true;
      // It counts its requests anew: an answer to the former page would be taken for one of its own.
      shots.dispose();
      sentSearch = -1;
      findings.forget();
      sentRevision = -1;
      sendAll();
      sendCursor();
      sendReportCursor();
    },
  });
  const all = vscode.Disposable.from(
    panel.webview.onDidReceiveMessage(
      checkedMessages(handle, problem => parts.log.warn(`map page: a message was dropped: ${problem}`)),
    ),
    onChange(
      [
        session.current,
        catalog.current,
        reports.current,
        areas.current,
        account.current,
        figures.cover,
        figures.duplicates,
        pictures.streaming,
      ],
      sendAll,
    ),
    onChange([areas.atCursor], sendCursor),
    onChange([parts.reportFocus.atCursor], sendReportCursor),
    { dispose: () => findings.forget() },
    // Only a page with another policy may load other tiles; it comes back where it was, and says so by `ready`.
    onBaseMapChange(turn.wish),
    shots,
  );
  panel.onDidDispose(() => void all.dispose());
  showPage(baseMap());

  return target => {
    wanted = target;
    sendAll();
  };
}

/** When another page takes the place of the one that is shown. */
interface PageTurn<T> {
  /** Loads another page, but never while something is being drawn on the one that is shown: it comes when that is done. */
  wish: (page: T) => void;
  /** Whether something is being drawn on the page; on a page that has just come, nothing is. */
  setBusy: (isBusy: boolean) => void;
}

/** @param onWait called where a page has to wait that none waited before */
export function createPageTurn<T>(load: (page: T) => void, onWait: () => void): PageTurn<T> {
  let isBusy = false;
  let waiting: { page: T } | undefined;
  return {
    wish(page) {
      if (!isBusy) {
        load(page);
        return;
      }
      if (!waiting) onWait();
      waiting = { page };
    },
    setBusy(now) {
      isBusy = now;
      if (now || !waiting) return;
      const { page } = waiting;
      waiting = undefined;
      load(page);
    },
  };
}

export type HandlerParts = Omit<PageParts, 'distUri' | 'reportFocus'>;

/** What a page is beside its messages. */
export interface PageOfHandler {
  send: (message: ToPage) => void;
  /** The page is there, and is to be sent everything. */
  begin: () => void;
  lookAt: (bounds: MapExtent) => void;
  focus: () => void;
  setBusy: (isBusy: boolean) => void;
}

/** Does what the page asks for. A failure is logged, and reported where the page waits for an answer. */
export function createMessageHandler(
  parts: HandlerParts,
  shots: PictureMessages,
  page: PageOfHandler,
): (message: ToHost) => void {
  const { catalog, reports, areas, editing, log } = parts;
  const fail = (error: unknown) => logError(error, log);
  const present = (error: unknown) => void presentError(error, log);

  async function revealArea(key: string, takesFocus: boolean) {
    const uri = areas.current.peek().document?.uri;
    if (uri !== undefined) await parts.revealAoi({ uri, path: pathOfKey(key) }, takesFocus);
  }

  async function change({ id, revision, change: drawn }: Extract<ToHost, { kind: 'change' }>) {
    try {
      const problem = await editing.change(revision, toAreaChange(drawn));
      page.send({ kind: 'changed', id, ...(problem === undefined ? {} : { problem }) });
    } catch (error) {
      fail(error);
      page.send({ kind: 'changed', id, problem: describeError(error) });
    }
  }

  const handlers: { [M in ToHost as M['kind']]: (message: M) => unknown } = {
    ready: page.begin,
    search: ({ filters }) => catalog.search({ filters }),
    cancelSearch: () => catalog.cancel(),
    more: () => catalog.more(),
    all: () => catalog.all(),
    showAll: () => catalog.narrow(undefined),
    select: ({ ids }) => catalog.select(ids),
    draftOrder: () => runCommand('swath.draftAnalyticOrder'),
    draftProduct: () => runCommand('swath.draftProductOrder'),
    saveSearch: () => runCommand('swath.saveSearch'),
    bestCover: ({ wish }) => runCommand('swath.chooseImages', { wish }),
    bestPair: () => runCommand('swath.chooseImages', { wish: 'pair' }),
    export: ({ format, ids }) => runCommand('swath.exportImages', { format, ids }),
    thumbnails: ({ ids }) => shots.thumbnails(ids),
    quicklook: ({ id }) => shots.quicklook(id),
    retryPictures: ({ id }) => parts.pictures.forgetFailures(id),
    stream: ({ id, on }) => shots.stream(id, on),
    tile: message => shots.tile(message),
    cancelTile: ({ request }) => shots.cancelTile(request),
    revealAoi: () => {
      const { aoi } = catalog.current.peek();
      return aoi && parts.revealAoi(aoi, true);
    },
    revealArea: ({ key, takesFocus }) => revealArea(key, takesFocus),
    takeArea: ({ key }) => areas.take(pathOfKey(key)),
    change,
    // The editor's own undo takes the focus to the text: the person is drawing, and gets it back.
    undo: () => editing.undo().then(page.focus),
    redo: () => editing.redo().then(page.focus),
    inHand: ({ isBusy }) => page.setBusy(isBusy),
    view: ({ bounds }) => page.lookAt(bounds),
    revealFeature: ({ reportId: id, index, takesFocus }) => {
      const report = reports.current.peek();
      // It can be another one by now.
      if (report && reportId(report) === id) parts.revealFeature(report, index, takesFocus).catch(present);
    },
    closeReport: () => reports.clear(),
    leave: ({ by }) => leavePage(by),
    signIn: () => runCommand('swath.signIn'),
    showLog: () => runCommand('swath.showLog'),
    useSandbox: () => runCommand('swath.useSandbox'),
    fault: ({ message }) => log.error(`map page: ${message}`),
  };

  // Each handler gets the message of its own kind, which the compiler cannot follow.
  return message => void Promise.resolve(handlers[message.kind](message as never)).catch(fail);
}

/**
 * Moves the focus from the page to another part of the window, where the editor's own F6 could not. It goes by the status
 * bar, from where the editor knows its way again: forwards it stays there, backwards it goes to the activity bar.
 */
async function leavePage(by: 1 | -1): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.focusStatusBar');
  if (by < 0) await vscode.commands.executeCommand('workbench.action.focusNextPart');
}

/** Where the map's tiles come from: every tile tells its server where one looks. */
export function baseMap(): BaseMap {
  return readBaseMap(ownSetting('map.tileUrl'), ownSetting('map.tileAttribution'));
}

/** Runs after each change of what `baseMap` says. */
export function onBaseMapChange(run: (now: BaseMap) => void): vscode.Disposable {
  let before = baseMap();
  return vscode.workspace.onDidChangeConfiguration(event => {
    if (!event.affectsConfiguration(`${section}.map`)) return;
    const now = baseMap();
    if (isDeepStrictEqual(now, before)) return;
    before = now;
    run(now);
  });
}
