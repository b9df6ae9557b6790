import { isDeepStrictEqual } from 'node:util';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type BaseMap, readBaseMap } from '../model/baseMap/baseMap.ts';
import type { ReportSeries, ShowTarget, ToHost, ToPage } from '../shared/protocol.ts';
import { checkedMessages } from '../shared/toHost.ts';
import { showInformationMessage } from '../editor/dialogs/window.ts';
import type { CommandId } from '../editor/host/commandIds.ts';
import { runCommand } from '../editor/host/commands.ts';
import { onChange } from '../editor/host/onChange.ts';
import { describeError, type Log, logError, presentError } from '../editor/host/presentError.ts';
import { section, userSetting } from '../editor/host/settings.ts';
import type { Slot } from '../editor/host/storage.ts';
import { signedInOf } from '../session/session.ts';
import { signInAgain } from '../session/ui/signedInFirst.ts';
import type { Estimates } from '../images/estimates.ts';
import { createPictureCache } from '../images/pictureCache.ts';
import { createPictures } from '../images/pictures.ts';
import type { AoiTarget } from '../areas/ui/aoiDocument.ts';
import type { AreaEditing } from '../areas/ui/areaEditing.ts';
import type { Owned } from '../orders/owned.ts';
import type { ReportFocus } from '../deliveries/reportFocus.ts';
import type { ReportOnMap } from '../deliveries/reports.ts';
import type { ReadSeries } from '../deliveries/reportSeries.ts';
import type { AnswerReview } from '../deliveries/ui/review.ts';
import { areaMessages, pathOfKey, toAreaChange } from './areaMessages.ts';
import { chooseBackground } from './background.ts';
import { createImageMessages } from './imageMessages.ts';
import { createImageNotes } from './imageNotes.ts';
import { type MapFacts, toMapState, toRow } from './mapState.ts';
import { pageHtml, pageTexts } from './pageHtml.ts';
import { createPictureMessages, type PictureMessages } from './pictureMessages.ts';
import { createPlaces } from './places.ts';
import { productBytes } from './productMessages.ts';
import { createReportMessages, reportId } from './reportMessages.ts';

/** What a page displays and changes. */
export interface PageParts extends MapFacts {
  distUri: vscode.Uri;
  log: Log;
  editing: AreaEditing;
  revealAoi: (target: AoiTarget, takesFocus: boolean) => Promise<void>;
  /** The feature under the cursor in the text of the report. */
  reportFocus: ReportFocus;
  readSeries: ReadSeries;
  revealFeature: (report: ReportOnMap, index: number, takesFocus: boolean) => Promise<void>;
  answerReview: AnswerReview;
  /** Of `places.txt`. */
  gazetteerPath: string;
  /** Whether the user knows that tile servers see where they look. */
  tilesAllowed: Slot<boolean>;
  estimates: Estimates;
  owned: Owned;
}

export type MapExtent = readonly [west: number, south: number, east: number, north: number];

/** Asks a page to bring something into view. */
export type Show = (target: ShowTarget) => void;

export type ConnectPage = (panel: vscode.WebviewPanel, lookAt: (bounds: MapExtent) => void) => Show;

/**
 * Connects the map's page to panels, one after another. Streaming consent outlives a panel.
 *
 * @param picturesPath folder of cached pictures
 */
export function createPages(
  options: Omit<PageParts, 'pictures' | 'notes'>,
  picturesPath: string,
): ConnectPage {
  const cache = createPictureCache(picturesPath, { warn: error => logError(error, options.log) });
  const { session, catalog, figures, estimates, owned } = options;
  const notes = createImageNotes(catalog, figures, estimates, owned);
  const parts = { ...options, pictures: createPictures(session, cache), notes };
  return (panel, lookAt) => connectPage(parts, panel, lookAt);
}

/** Connects one page to the state, in both directions. */
function connectPage(
  parts: PageParts,
  panel: vscode.WebviewPanel,
  lookAt: (bounds: MapExtent) => void,
): Show {
  const { session, catalog, reports, areas, figures, pictures, account } = parts;
  let ready = false;
  let pendingTarget: ShowTarget | undefined;
  let sentRevision = -1;

  const send = (message: ToPage) => void panel.webview.postMessage(message);
  const images = createImageMessages(catalog, figures, send);
  const pictureMessages = createPictureMessages(session, catalog, pictures, send);
  const findings = createReportMessages(send, error => logError(error, parts.log));

  function sendAll() {
    if (!ready) return;
    send({ kind: 'state', state: toMapState(parts) });
    images.show();
    const { revision } = areas.current.peek();
    if (revision !== sentRevision) for (const message of areaMessages(areas.current.peek())) send(message);
    sentRevision = revision;
    findings.show(reports.current.peek());
    if (pendingTarget) {
      send({ kind: 'show', target: pendingTarget });
      pendingTarget = undefined;
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

  const sendReportCursor = () => {
    const at = parts.reportFocus.atCursor.peek();
    const report = reports.current.peek();
    if (ready && report) send({ kind: 'reportCursor', reportId: reportId(report), index: at?.index });
  };

  const handle = createMessageHandler(parts, pictureMessages, {
    send,
    lookAt,
    setBusy: turn.setBusy,
    focus: () => panel.reveal(undefined, false),
    taken: images.taken,
    // A page that was hidden and comes back has lost its state.
    begin() {
      turn.setBusy(false);
      ready = true;
      parts.estimates.need();
      void parts.owned.readFiles();
      // The new page restarts its request ids: an answer to the old page would match one of them.
      pictureMessages.dispose();
      images.forget();
      findings.forget();
      sentRevision = -1;
      sendAll();
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
        catalog.previewed,
        reports.current,
        parts.products.current,
        areas.current,
        account.current,
        figures.cover,
        figures.duplicates,
        pictures.streaming,
        parts.shortlist.pins,
        parts.prices.current,
        parts.notes.current,
      ],
      sendAll,
    ),
    onChange([parts.reportFocus.atCursor], sendReportCursor),
    { dispose: () => findings.forget() },
    // Loading other tiles needs a page with a different policy; it restores its view and sends `ready`.
    onBaseMapChange(turn.wish),
    pictureMessages,
  );
  panel.onDidDispose(() => void all.dispose());
  showPage(baseMap());

  return target => {
    pendingTarget = target;
    sendAll();
  };
}

/** Decides when another page replaces the current one. */
interface PageTurn<T> {
  /** Loads another page, but never during drawing: then it waits until the drawing is done. */
  wish: (page: T) => void;
  /** Whether the user is drawing on the page; on a new page, no. */
  setBusy: (isBusy: boolean) => void;
}

/** @param onWait called when a page starts to wait and none was waiting before */
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

export interface PageOfHandler {
  send: (message: ToPage) => void;
  /** The page is ready and needs the full state. */
  begin: () => void;
  lookAt: (bounds: MapExtent) => void;
  focus: () => void;
  /** The page has taken the last rows. */
  taken: () => void;
  setBusy: (isBusy: boolean) => void;
}

/** Carries out what the page requests. A failure is logged, and reported if the page waits for an answer. */
export function createMessageHandler(
  parts: HandlerParts,
  pictureMessages: PictureMessages,
  page: PageOfHandler,
): (message: ToHost) => void {
  const { catalog, reports, areas, editing, shortlist, log } = parts;
  const fail = (error: unknown) => logError(error, log);
  const present = (error: unknown) => void presentError(error, log);

  const findPlaces = createPlaces(parts.gazetteerPath);

  async function revealArea(key: string, takesFocus: boolean) {
    const uri = areas.current.peek().document?.uri;
    if (uri !== undefined) await parts.revealAoi({ uri, path: pathOfKey(key) }, takesFocus);
  }

  /** Drafts on all pinned images, selected for it. @param args where to find the areas */
  async function draftShortlist(command: CommandId, ...args: unknown[]) {
    await shortlist.show();
    catalog.select(shortlist.pins.peek().map(({ image }) => image.id));
    await runCommand(command, ...args);
  }

  let reading = new AbortController();
  async function readSeries(id: string) {
    reading.abort();
    const { signal } = (reading = new AbortController());
    const report = reports.current.peek();
    if (!report || reportId(report) !== id) return;
    const tell = (unread: number, series?: ReportSeries) =>
      signal.aborted || page.send({ kind: 'reportSeries', reportId: id, unread, ...(series && { series }) });
    const failed = (error: unknown): ReportSeries => ({ problem: describeError(error), reports: [] });
    tell(0, await parts.readSeries(report.orderId, tell, signal).catch(failed));
  }

  /** Finds the images that the report was made from, which needn't be in the list. */
  async function sendReportImages(id: string) {
    const report = reports.current.peek();
    if (!report || reportId(report) !== id) return;
    const signedIn = signedInOf(parts.session.current.peek());
    const ids = report.imageIds ?? [];
    const answer = { kind: 'reportImages', reportId: id } as const;
    if (!signedIn) {
      page.send({ ...answer, images: [], problem: l10n.t('Sign in to see the image of the report.') });
      return;
    }
    try {
      const found = await (await signedIn.client()).search({ ids }, 1, ids.length);
      const images = found.images.filter(image => ids.includes(image.id));
      pictureMessages.know(images);
      const rows = images.map(image => toRow(image, undefined, false));
      const problem =
        rows.length > 0 ? undefined : l10n.t('The service no longer lists the image of the report.');
      page.send({ ...answer, images: rows, ...(problem !== undefined && { problem }) });
    } catch (error) {
      fail(error);
      page.send({ ...answer, images: [], problem: describeError(error) });
    }
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
    received: page.taken,
    showAll: () => catalog.narrow(undefined),
    select: ({ ids }) => catalog.select(ids),
    opened: ({ id }) => parts.notes.open(id),
    draftOrder: () => runCommand('swath.draftAnalyticOrder'),
    draftProduct: () => runCommand('swath.draftProductOrder'),
    saveSearch: () => runCommand('swath.saveSearch'),
    copySearchLink: () => runCommand('swath.copyLink', { search: true }),
    copyImageLink: ({ id }) => runCommand('swath.copyLink', { imageId: id }),
    bestCover: ({ wish, clear }) => runCommand('swath.chooseImages', { wish, clear }),
    bestPair: ({ clear }) => runCommand('swath.chooseImages', { wish: 'pair', clear }),
    export: ({ ids }) => runCommand('swath.exportImages', { ids }),
    thumbnails: ({ ids }) => pictureMessages.thumbnails(ids),
    chips: ({ ids }) => pictureMessages.chips(ids),
    quicklook: ({ id }) => pictureMessages.quicklook(id),
    quicklookLater: ({ id }) => pictureMessages.quicklookLater(id),
    pin: ({ id }) => {
      try {
        shortlist.toggle(id);
      } catch (error) {
        present(error);
      }
    },
    editNote: async ({ id }) => {
      await (await import('../images/ui/shortlistFile.ts')).editNote(shortlist, id);
      page.focus();
    },
    showShortlist: () => shortlist.show(),
    hideShortlist: () => shortlist.hide(),
    saveShortlist: () => runCommand('swath.saveShortlist'),
    openShortlist: () => runCommand('swath.openShortlist'),
    clearShortlist: () => runCommand('swath.clearShortlist'),
    draftShortlist: () => draftShortlist('swath.draftOrder'),
    draftShortlistBatch: () => {
      const uri = areas.current.peek().document?.uri;
      return draftShortlist('swath.draftOrders', ...(uri === undefined ? [] : [vscode.Uri.parse(uri)]));
    },
    retryPictures: ({ id }) => parts.pictures.forgetFailures(id),
    stream: ({ id, on }) => pictureMessages.stream(id, on),
    tile: message => pictureMessages.tile(message),
    cancelTile: ({ request }) => pictureMessages.cancelTile(request),
    revealAoi: () => {
      const { aoi } = catalog.current.peek();
      return aoi && parts.revealAoi(aoi, true);
    },
    revealArea: ({ key, takesFocus }) => revealArea(key, takesFocus),
    takeArea: ({ key }) => areas.take(pathOfKey(key)),
    renameArea: ({ key }) => editing.rename(pathOfKey(key)).then(page.focus).catch(present),
    change,
    // The editor's undo moves the focus to the text: return it to the drawing.
    undo: () => editing.undo().then(page.focus),
    redo: () => editing.redo().then(page.focus),
    busy: ({ isBusy }) => page.setBusy(isBusy),
    view: ({ bounds }) => page.lookAt(bounds),
    revealFeature: ({ reportId: id, index, takesFocus }) => {
      const report = reports.current.peek();
      // The report may have changed.
      if (report && reportId(report) === id) parts.revealFeature(report, index, takesFocus).catch(present);
    },
    readSeries: ({ reportId: id }) => readSeries(id),
    cancelSeries: () => reading.abort(),
    reportImages: ({ reportId: id }) => sendReportImages(id),
    showReport: ({ orderId }) => runCommand('swath.showOrderOnMap', orderId),
    openReport: ({ orderId }) => runCommand('swath.openReport', orderId),
    openOrder: ({ orderId }) => runCommand('swath.openOrder', orderId),
    exportFeatures: async ({ reportId: id, indices }) => {
      const report = reports.current.peek();
      if (report && reportId(report) === id) await runCommand('swath.exportReport', { indices });
    },
    review: async ({ kind, reportId: id, ...request }) => {
      const report = reports.current.peek();
      if (!report || reportId(report) !== id) return;
      const answer = await parts.answerReview(report, request).catch((error: unknown) => {
        fail(error);
        return { problem: describeError(error) };
      });
      page.send({ kind, reportId: id, ...answer });
      if (request.asks) page.focus();
    },
    saveReviewedReport: () => runCommand('swath.saveReviewedReport'),
    closeReport: () => reports.clear(),
    closeProduct: () => parts.products.clear(),
    productPainted: ({ id }) => parts.products.remember(id),
    productBytes: async message => {
      const { kind, id, request } = message;
      const answer = await productBytes(parts.products, message);
      if (answer) page.send({ kind, id, request, answer });
    },
    leave: ({ by }) => leavePage(by),
    signIn: () => signInAgain(parts.session),
    showLog: () => runCommand('swath.showLog'),
    useSandbox: () => runCommand('swath.useSandbox'),
    newAoi: () => runCommand('swath.newAoi'),
    importAoi: async () => (await import('../areas/ui/chooseArea.ts')).importOntoMap(catalog),
    importDropped: async dropped =>
      (await import('../areas/ui/dropArea.ts'))
        .importDropped(dropped, areas.current.peek().document?.uri)
        .catch(present),
    openSample: () => runCommand('swath.openSamples', 'onMap'),
    background: ({ name }) => chooseBackground(name, parts.tilesAllowed).catch(present),
    findPlace: async ({ request, text }) =>
      page.send({ kind: 'places', request, answer: await findPlaces(text) }),
    copy: ({ text }) => vscode.env.clipboard.writeText(text),
    fault: ({ message }) => log.error(`map page: ${message}`),
  };

  // Each handler gets messages of its own kind, which the compiler can't infer.
  return message => void Promise.resolve(handlers[message.kind](message as never)).catch(fail);
}

/**
 * Moves the focus from the page to another part of the window, because the editor's own F6 can't. It goes to the status
 * bar, where the editor's navigation works again: forward stays there, backward continues to the activity bar.
 */
async function leavePage(by: 1 | -1): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.focusStatusBar');
  if (by < 0) await vscode.commands.executeCommand('workbench.action.focusNextPart');
}

/** The source of the map's tiles. Each tile request reveals to its server which place is viewed. */
export function baseMap(): BaseMap {
  return readBaseMap(
    userSetting('map.tileUrl'),
    userSetting('map.tileAttribution'),
    userSetting('map.background'),
  );
}

/** Runs after each change of `baseMap()`. */
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
