import { isDeepStrictEqual } from 'node:util';
import { computed } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { createMessageLink, type LinkAnswer } from '../../base/messageLink.ts';
import { presentError } from '../../platform/dialogs/failureMessage.ts';
import { showInformationMessage } from '../../platform/dialogs/window.ts';
import { onChange } from '../../platform/host/onChange.ts';
import { describeError, logError } from '../../platform/host/presentError.ts';
import { section, userSetting } from '../../platform/host/settings.ts';
import { UserError } from '../../platform/host/userError.ts';
import { createPictureCache, createPictures } from '../images/index.ts';
import type { HostHandlers, HostQuestions, ShowTarget, ToHost, ToPage } from '../../protocol/protocol.ts';
import { checkedMessages } from '../../protocol/toHost.ts';
import { areaMessages } from './areaMessages.ts';
import { areaAnswers, areaHandlers } from './handlers/areaHandlers.ts';
import { imageHandlers } from './handlers/imageHandlers.ts';
import { productAnswers, productHandlers } from './handlers/productHandlers.ts';
import { reportAnswers, reportHandlers } from './handlers/reportHandlers.ts';
import { shortlistHandlers } from './handlers/shortlistHandlers.ts';
import { windowHandlers } from './handlers/windowHandlers.ts';
import { createImageMessages } from './imageMessages.ts';
import { createImageNotes } from './imageNotes.ts';
import { toMapState } from './mapState.ts';
import { pageHtml, pageTexts } from './pageHtml.ts';
import type { HandlerParts, MapExtent, PageOfHandler, PageParts } from './pageParts.ts';
import { createPictureMessages } from './pictureMessages.ts';
import { createPlaces } from './places.ts';
import { createReportMessages, reportId } from './reportMessages.ts';
import { type BaseMap, readBaseMap } from './rules/baseMap.ts';

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
  const { session, catalog, figures, estimates, prices, owned } = options;
  const notes = createImageNotes(catalog, figures, estimates, prices, owned);
  const parts = { ...options, pictures: createPictures(session, cache), notes };
  const kept: Kept = {};
  return (panel, lookAt) => connectPage(parts, panel, kept, lookAt);
}

/** What a page keeps of its view. The editor forgets it with the tab. */
interface Kept {
  view?: string;
}

/** Connects one page to the state, in both directions. */
function connectPage(
  parts: PageParts,
  panel: vscode.WebviewPanel,
  kept: Kept,
  lookAt: (bounds: MapExtent) => void,
): Show {
  const { catalog, reports, areas, figures } = parts;
  let ready = false;
  let pendingTarget: ShowTarget | undefined;
  let sentRevision = -1;

  const post = (message: ToPage) => panel.webview.postMessage(message);
  const send = (message: ToPage) => void post(message);
  const images = createImageMessages(catalog, figures, send);
  const reportMessages = createReportMessages(post, (error, report) => {
    // It has changed, and the message asks to show it again.
    if (error instanceof UserError && reports.current.peek()?.source === report.source) reports.clear();
    void presentError(error, parts.log);
  });

  /** All that the page is told: what this reads is what is followed. */
  const contents = computed(() => ({
    state: toMapState(parts),
    images: images.current.value,
    areas: areas.current.value,
    report: reports.current.value,
    coming: reports.coming.value,
  }));

  function sendAll() {
    if (!ready) return;
    const { state, areas: read, report, coming } = contents.peek();
    send({ kind: 'state', state });
    images.show();
    if (read.revision !== sentRevision) for (const message of areaMessages(read)) send(message);
    sentRevision = read.revision;
    reportMessages.show(report, coming);
    if (pendingTarget) {
      send({ kind: 'show', target: pendingTarget });
      pendingTarget = undefined;
    }
  }

  function showPage(signedIn: BaseMap) {
    ready = false;
    if (signedIn.kind === 'refused') parts.log.warn(signedIn.problem);
    panel.webview.html = pageHtml(
      panel.webview,
      parts.distUri,
      signedIn,
      pageTexts(parts.distUri),
      kept.view,
    );
  }

  const turn = createPageTurn(showPage, () => {
    void showInformationMessage(l10n.t('The map uses the new setting when you finish drawing.'));
  });

  const sendReportCursor = () => {
    const at = parts.reportFocus.atCursor.peek();
    const report = reports.current.peek();
    if (ready && report) send({ kind: 'reportCursor', reportId: reportId(report), index: at?.index });
  };

  const { handle, forget } = createMessageHandler(parts, {
    send,
    lookAt,
    keep: view => (kept.view = view),
    setBusy: turn.setBusy,
    focus: () => panel.reveal(undefined, false),
    taken: images.taken,
    // A page that was hidden and comes back has lost its state.
    begin() {
      turn.setBusy(false);
      ready = true;
      void parts.estimates.need();
      void parts.owned.readFiles();
      forget();
      images.forget();
      reportMessages.forget();
      sentRevision = -1;
      sendAll();
      sendReportCursor();
    },
  });
  const all = vscode.Disposable.from(
    panel.webview.onDidReceiveMessage(
      checkedMessages(handle, problem => parts.log.warn(`map page: a message was dropped: ${problem}`)),
    ),
    onChange([contents], sendAll),
    onChange([parts.reportFocus.atCursor], sendReportCursor),
    { dispose: () => reportMessages.forget() },
    { dispose: forget },
    // Loading other tiles needs a page with a different policy; it restores its view and sends `ready`.
    onBaseMapChange(turn.wish),
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

/** Failures to load these are many, and shown where the picture would be. */
const unlogged: ReadonlySet<string> = new Set([
  'thumbnail',
  'chip',
  'quicklook',
  'quicklookLater',
  'tile',
  'productBytes',
] satisfies (keyof HostQuestions)[]);

/** Puts together what each feature does with the page's messages. Failures are logged, and reported if the page asked. */
export function createMessageHandler(parts: HandlerParts, page: PageOfHandler) {
  const { log } = parts;
  const pictures = createPictureMessages(parts.session, parts.catalog, parts.pictures);
  const link = createMessageLink<object, HostQuestions>({
    post: message => page.send(message as LinkAnswer),
    answers: {
      ...pictures.answers,
      ...areaAnswers(parts),
      ...reportAnswers(parts, pictures, page),
      ...productAnswers(parts.products),
      findPlace: createPlaces(parts.gazetteerPath),
    },
    packError: (error, kind) => {
      if (!unlogged.has(kind)) logError(error, log);
      return describeError(error);
    },
  });
  const handlers: HostHandlers = {
    ...imageHandlers(parts, page),
    ...shortlistHandlers(parts, page),
    ...pictures.handlers,
    ...areaHandlers(parts, page),
    ...reportHandlers(parts),
    ...productHandlers(parts.products),
    ...windowHandlers(parts, page),
    link: ({ messages }) => messages.forEach(link.receive),
  };

  async function handle(message: ToHost): Promise<void> {
    try {
      // Each handler gets messages of its own kind, which the compiler can't infer.
      await handlers[message.kind](message as never);
    } catch (error) {
      logError(error, log);
    }
  }

  return {
    /** Carries out what the page requests, and answers what it asks. */
    handle: (message: ToHost): void => void handle(message),
    /** The page is gone, or another one: ends what only it asked for. */
    forget: link.close,
  };
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
