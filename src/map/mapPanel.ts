import * as vscode from 'vscode';
import type { JsonPath } from '../model/problem.ts';
import type { AoiTarget } from '../platform/aoiDocument.ts';
import { runCommand } from '../platform/commands.ts';
import type { Log } from '../platform/log.ts';
import { onChange } from '../platform/onChange.ts';
import type { AreaEditing } from '../platform/areaEditing.ts';
import { describeError, logError } from '../platform/presentError.ts';
import type { Areas } from '../state/areas.ts';
import type { Catalog } from '../state/catalog.ts';
import type { Reports } from '../state/reports.ts';
import type { SessionOwner } from '../state/session.ts';
import type { MapTarget, ToHost, ToPage } from '../shared/protocol.ts';
import { areaMessages, keyOf, pathOfKey, toAreaChange } from './areaMessages.ts';
import { toMapState } from './mapState.ts';
import { pageHtml } from './pageHtml.ts';
import { toRow } from './imageRow.ts';

export const mapViewType = 'swath.map';

/** Rows and features go in chunks, so that no message grows large. */
const chunkSize = 200;

export interface MapPanelParts {
  session: SessionOwner;
  catalog: Catalog;
  reports: Reports;
  distUri: vscode.Uri;
  mediaUri: vscode.Uri;
  log: Log;
  areas: Areas;
  editing: AreaEditing;
  /** Reveals the text of an AOI. */
  revealAoi: (target: AoiTarget, takesFocus: boolean) => Promise<void>;
}

export interface MapPanels {
  dispose(): void;
  /** Opens the map beside the text, or brings it to the front, and shows the target there. */
  show(target?: MapTarget): void;
  /** What the map shows: west, south, east, north, degrees; `undefined` while there is none. */
  extent(): MapExtent | undefined;
}

export type MapExtent = readonly [west: number, south: number, east: number, north: number];

/** The one map of the window. The page may be thrown away while it is hidden: it is told everything on `ready`. */
export function registerMapPanel(parts: MapPanelParts): MapPanels {
  let open: { panel: vscode.WebviewPanel; show: (target: MapTarget) => void } | undefined;
  let extent: MapExtent | undefined;

  const icon = (theme: string) => vscode.Uri.joinPath(parts.mediaUri, `map-${theme}.svg`);

  function adopt(panel: vscode.WebviewPanel) {
    panel.iconPath = { light: icon('light'), dark: icon('dark') };
    const own = (open = { panel, show: connectPage(parts, panel, bounds => (extent = bounds)) });
    panel.onDidDispose(() => {
      if (open !== own) return;
      open = undefined;
      extent = undefined;
    });
    return own;
  }

  const options = {
    enableScripts: true,
    localResourceRoots: [parts.distUri],
  };

  const serializer = vscode.window.registerWebviewPanelSerializer(mapViewType, {
    deserializeWebviewPanel(panel) {
      panel.webview.options = options;
      adopt(panel);
      return Promise.all([parts.catalog.resume(), parts.reports.resume()]).then(() => undefined);
    },
  });

  return {
    show(target) {
      open?.panel.reveal(undefined, true);
      const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
      const { show } =
        open ??
        adopt(vscode.window.createWebviewPanel(mapViewType, vscode.l10n.t('Swath Map'), column, options));
      if (target) show(target);
    },
    extent: () => extent,
    dispose() {
      serializer.dispose();
      open?.panel.dispose();
    },
  };
}

/** Binds one page to the state, both ways. Returns how to ask it to bring something into view. */
function connectPage(
  parts: MapPanelParts,
  panel: vscode.WebviewPanel,
  lookAt: (bounds: MapExtent) => void,
): (target: MapTarget) => void {
  const { session, catalog, reports, areas, editing, log } = parts;
  let ready = false;
  let wanted: MapTarget | undefined;
  let sentSearch = -1;
  let sentImages = 0;
  let sentReport: string | undefined;
  let sentRevision = -1;

  const send = (message: ToPage) => void panel.webview.postMessage(message);

  function sendAll() {
    if (!ready) return;
    const state = catalog.current.peek();
    send({ kind: 'state', state: toMapState(session.current.peek(), state, reports, areas) });
    if (state.searchId !== sentSearch) {
      sentSearch = state.searchId;
      sentImages = 0;
    }
    const { searchId } = state;
    const images = catalog.shown.peek();
    for (; sentImages < images.length; sentImages = Math.min(sentImages + chunkSize, images.length)) {
      const rows = images.slice(sentImages, sentImages + chunkSize).map(toRow);
      send({ kind: 'images', searchId, from: sentImages, images: rows });
    }
    const { revision } = areas.current.peek();
    if (revision !== sentRevision) for (const message of areaMessages(areas.current.peek())) send(message);
    sentRevision = revision;
    const report = reports.current.peek();
    if (report && report.orderId !== sentReport) {
      for (let from = 0; from < report.features.length; from += chunkSize) {
        const features = report.features.slice(from, from + chunkSize);
        send({ kind: 'reportFeatures', reportId: report.orderId, from, features });
      }
    }
    sentReport = report?.orderId;
    if (wanted) {
      send({ kind: 'show', target: wanted });
      wanted = undefined;
    }
  }

  function handle(message: ToHost): void {
    switch (message.kind) {
      case 'ready':
        // A page that was hidden and comes back knows nothing.
        ready = true;
        sentSearch = -1;
        sentReport = undefined;
        sentRevision = -1;
        sendAll();
        sendCursor();
        return;
      case 'search':
        void catalog.search({ filters: message.filters });
        return;
      case 'cancelSearch':
        catalog.cancel();
        return;
      case 'more':
        void catalog.more();
        return;
      case 'select':
        catalog.select(message.ids);
        return;
      case 'draftOrder':
        void runCommand('swath.draftAnalyticOrder');
        return;
      case 'revealAoi': {
        const { aoi } = catalog.current.peek();
        if (aoi) void parts.revealAoi(aoi, true);
        return;
      }
      case 'revealArea':
        void revealArea(pathOfKey(message.key), message.takesFocus);
        return;
      case 'takeArea':
        areas.take(pathOfKey(message.key));
        return;
      case 'change':
        void change(message);
        return;
      case 'undo':
      case 'redo':
        // The editor's own undo takes the focus to the text: the person is drawing, and gets it back.
        void editing[message.kind]().then(() => panel.reveal(undefined, false));
        return;
      case 'view':
        lookAt(message.bounds);
        return;
      case 'closeReport':
        reports.clear();
        return;
      case 'signIn':
        void runCommand('swath.signIn');
        return;
      case 'useSandbox':
        void runCommand('swath.useSandbox');
        return;
      case 'fault':
        log.error(`map page: ${message.message}`);
        return;
      default:
        log.warn(`map page: unknown message ${JSON.stringify(message satisfies never)}`);
    }
  }

  const sendCursor = () => {
    const at = areas.atCursor.peek();
    if (ready) send({ kind: 'cursor', key: at && keyOf(at) });
  };

  async function revealArea(path: JsonPath, takesFocus: boolean) {
    const uri = areas.current.peek().document?.uri;
    if (uri !== undefined) await parts.revealAoi({ uri, path }, takesFocus);
  }

  async function change({ id, revision, change: drawn }: Extract<ToHost, { kind: 'change' }>) {
    try {
      const problem = await editing.change(revision, toAreaChange(drawn));
      send({ kind: 'changed', id, ...(problem === undefined ? {} : { problem }) });
    } catch (error) {
      logError(error, log);
      send({ kind: 'changed', id, problem: describeError(error) });
    }
  }

  const endReceiving = panel.webview.onDidReceiveMessage(handle);
  const watching = onChange([session.current, catalog.current, reports.current, areas.current], sendAll);
  const lighting = onChange([areas.atCursor], sendCursor);
  panel.onDidDispose(() => {
    endReceiving.dispose();
    watching.dispose();
    lighting.dispose();
  });
  panel.webview.html = pageHtml(panel.webview, parts.distUri);

  return target => {
    wanted = target;
    sendAll();
  };
}
