import type { AoiTarget } from '../areas/ui/aoiDocument.ts';
import type { AreaEditing } from '../areas/ui/areaEditing.ts';
import { runCommand } from '../editor/commands.ts';
import type { Log } from '../editor/log.ts';
import { describeError, logError, presentError } from '../editor/presentError.ts';
import type { ToHost, ToPage } from '../shared/protocol.ts';
import type { ShownReport } from '../deliveries/reports.ts';
import { pathOfKey, toAreaChange } from './areaMessages.ts';
import type { MapFacts } from './mapState.ts';
import type { PictureMessages } from './pictureMessages.ts';
import { reportId } from './reportMessages.ts';
import * as vscode from 'vscode';

export interface HandlerParts extends MapFacts {
  editing: AreaEditing;
  log: Log;
  revealAoi: (target: AoiTarget, takesFocus: boolean) => Promise<void>;
  revealFeature: (report: ShownReport, index: number, takesFocus: boolean) => Promise<void>;
}

/** What a page is beside its messages. */
export interface PageOfHandler {
  send: (message: ToPage) => void;
  /** The page is there, and is to be told everything. */
  begin: () => void;
  lookAt: (bounds: Extract<ToHost, { kind: 'view' }>['bounds']) => void;
  focus: () => void;
  setBusy: (isBusy: boolean) => void;
}

/** Does what the page asks for. A failure is logged, and told where the page waits for an answer. */
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
