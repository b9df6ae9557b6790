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
  const run = (work: Promise<unknown>) => void work.catch(fail);

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

  return message => {
    switch (message.kind) {
      case 'ready': {
        page.begin();
        return;
      }
      case 'search': {
        run(catalog.search({ filters: message.filters }));
        return;
      }
      case 'cancelSearch': {
        catalog.cancel();
        return;
      }
      case 'more': {
        run(catalog.more());
        return;
      }
      case 'all': {
        run(catalog.all());
        return;
      }
      case 'showAll': {
        catalog.narrow(undefined);
        return;
      }
      case 'select': {
        catalog.select(message.ids);
        return;
      }
      case 'draftOrder': {
        run(runCommand('swath.draftAnalyticOrder'));
        return;
      }
      case 'draftProduct': {
        run(runCommand('swath.draftProductOrder'));
        return;
      }
      case 'saveSearch': {
        run(runCommand('swath.saveSearch'));
        return;
      }
      case 'bestCover': {
        run(runCommand('swath.chooseImages', { wish: message.wish }));
        return;
      }
      case 'bestPair': {
        run(runCommand('swath.chooseImages', { wish: 'pair' }));
        return;
      }
      case 'export': {
        run(runCommand('swath.exportImages', { format: message.format, ids: message.ids }));
        return;
      }
      case 'thumbnails': {
        shots.thumbnails(message.ids);
        return;
      }
      case 'quicklook': {
        shots.quicklook(message.id);
        return;
      }
      case 'retryPictures': {
        parts.pictures.forgetFailures(message.id);
        return;
      }
      case 'stream': {
        run(shots.stream(message.id, message.on));
        return;
      }
      case 'tile': {
        shots.tile(message);
        return;
      }
      case 'cancelTile': {
        shots.cancelTile(message.request);
        return;
      }
      case 'revealAoi': {
        const { aoi } = catalog.current.peek();
        if (aoi) run(parts.revealAoi(aoi, true));
        return;
      }
      case 'revealArea': {
        run(revealArea(message.key, message.takesFocus));
        return;
      }
      case 'takeArea': {
        areas.take(pathOfKey(message.key));
        return;
      }
      case 'change': {
        run(change(message));
        return;
      }
      case 'undo':
      case 'redo': {
        // The editor's own undo takes the focus to the text: the person is drawing, and gets it back.
        run(editing[message.kind]().then(page.focus));
        return;
      }
      case 'inHand': {
        page.setBusy(message.isBusy);
        return;
      }
      case 'view': {
        page.lookAt(message.bounds);
        return;
      }
      case 'revealFeature': {
        const report = reports.current.peek();
        // It can be another one by now.
        if (report && reportId(report) === message.reportId) {
          const { index, takesFocus } = message;
          parts.revealFeature(report, index, takesFocus).catch(present);
        }
        return;
      }
      case 'closeReport': {
        reports.clear();
        return;
      }
      case 'leave': {
        run(leavePage(message.by));
        return;
      }
      case 'signIn': {
        run(runCommand('swath.signIn'));
        return;
      }
      case 'showLog': {
        run(runCommand('swath.showLog'));
        return;
      }
      case 'useSandbox': {
        run(runCommand('swath.useSandbox'));
        return;
      }
      case 'fault': {
        log.error(`map page: ${message.message}`);
        return;
      }
      default:
        log.warn(`map page: unknown message ${JSON.stringify(message satisfies never)}`);
    }
  };
}

/**
 * Moves the focus from the page to another part of the window, where the editor's own F6 could not. It goes by the status
 * bar, from where the editor knows its way again: forwards it stays there, backwards it goes to the activity bar.
 */
async function leavePage(by: 1 | -1): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.focusStatusBar');
  if (by < 0) await vscode.commands.executeCommand('workbench.action.focusNextPart');
}
