import * as vscode from 'vscode';
import type { AoiTarget } from '../platform/aoiDocument.ts';
import type { AreaEditing } from '../platform/areaEditing.ts';
import type { Log } from '../platform/log.ts';
import { onChange } from '../platform/onChange.ts';
import type { MapTarget, ToPage } from '../shared/protocol.ts';
import { areaMessages, keyOf } from './areaMessages.ts';
import { createMessageHandler } from './handleMessage.ts';
import { toRow } from './imageRow.ts';
import { toMapState, type MapFacts } from './mapState.ts';
import { pageHtml } from './pageHtml.ts';
import { createPictureMessages } from './pictureMessages.ts';

export const mapViewType = 'swath.map';

/** Rows and features go in chunks, so that no message grows large. */
const chunkSize = 200;

export interface MapPanelParts extends MapFacts {
  distUri: vscode.Uri;
  mediaUri: vscode.Uri;
  log: Log;
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
  const { session, catalog, reports, areas, figures, pictures, account } = parts;
  let ready = false;
  let wanted: MapTarget | undefined;
  let sentSearch = -1;
  let sentImages = 0;
  let sentTwins = figures.twins.peek();
  let sentReport: string | undefined;
  let sentRevision = -1;

  const send = (message: ToPage) => void panel.webview.postMessage(message);
  const shots = createPictureMessages(catalog, pictures, send);

  function sendAll() {
    if (!ready) return;
    send({ kind: 'state', state: toMapState(parts) });
    sendImages();
    const { revision } = areas.current.peek();
    if (revision !== sentRevision) for (const message of areaMessages(areas.current.peek())) send(message);
    sentRevision = revision;
    sendReport();
    if (wanted) {
      send({ kind: 'show', target: wanted });
      wanted = undefined;
    }
  }

  function sendImages() {
    const { searchId, fresh } = catalog.current.peek();
    const isNew = new Set(fresh);
    const images = catalog.shown.peek();
    const twins = figures.twins.peek();
    // Which image is the twin of which shows when all are there.
    if (searchId !== sentSearch || twins !== sentTwins) sentImages = 0;
    sentSearch = searchId;
    sentTwins = twins;
    for (; sentImages < images.length; sentImages = Math.min(sentImages + chunkSize, images.length)) {
      const rows = images
        .slice(sentImages, sentImages + chunkSize)
        .map(image => toRow(image, twins.get(image.id), isNew.has(image.id)));
      send({ kind: 'images', searchId, from: sentImages, images: rows });
    }
  }

  function sendReport() {
    const report = reports.current.peek();
    if (report && report.orderId !== sentReport) {
      for (let from = 0; from < report.features.length; from += chunkSize) {
        const features = report.features.slice(from, from + chunkSize);
        send({ kind: 'reportFeatures', reportId: report.orderId, from, features });
      }
    }
    sentReport = report?.orderId;
  }

  const sendCursor = () => {
    const at = areas.atCursor.peek();
    if (ready) send({ kind: 'cursor', key: at && keyOf(at) });
  };

  const handle = createMessageHandler(parts, shots, {
    send,
    lookAt,
    focus: () => panel.reveal(undefined, false),
    // A page that was hidden and comes back knows nothing.
    begin() {
      ready = true;
      sentSearch = -1;
      sentReport = undefined;
      sentRevision = -1;
      sendAll();
      sendCursor();
    },
  });
  const all = vscode.Disposable.from(
    panel.webview.onDidReceiveMessage(handle),
    onChange(
      [
        session.current,
        catalog.current,
        reports.current,
        areas.current,
        account.current,
        figures.cover,
        figures.twins,
        pictures.streaming,
      ],
      sendAll,
    ),
    onChange([areas.atCursor], sendCursor),
    shots,
  );
  panel.onDidDispose(() => void all.dispose());
  panel.webview.html = pageHtml(panel.webview, parts.distUri);

  return target => {
    wanted = target;
    sendAll();
  };
}
