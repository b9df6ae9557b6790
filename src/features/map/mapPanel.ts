import type { Signal } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { createOnlyPage } from '../../platform/documents/pageTabs.ts';
import { loadOnce } from '../../platform/host/loadOnce.ts';
import { logError } from '../../platform/host/presentError.ts';
import type { FollowedAreas } from '../areas/ui/index.ts';
import type { ShowTarget } from '../../protocol/protocol.ts';
import type { Show } from './mapPage.ts';
import type { MapExtent, PageParts } from './pageParts.ts';

export const mapViewType = 'swath.map';

export interface MapPanelParts extends Omit<
  PageParts,
  'pictures' | 'notes' | 'areas' | 'editing' | 'figures' | 'shortlist' | 'owned'
> {
  /** The document that the map follows. */
  followed: () => Promise<Pick<FollowedAreas, 'areas' | 'editing'>>;
  figures: () => Promise<PageParts['figures']>;
  shortlist: () => Promise<PageParts['shortlist']>;
  owned: () => Promise<PageParts['owned']>;
  mediaUri: vscode.Uri;
  /** Folder of cached pictures. */
  picturesPath: string;
  /** Set while this window has a map. */
  isOpen: Signal<boolean>;
}

interface OpenPanel {
  panel: vscode.WebviewPanel;
  show: Show;
}

export type MapPanels = ReturnType<typeof registerMapPanel>;

/** The one map of the window. The page may be discarded while hidden: it gets the full state on `ready`. */
export function registerMapPanel(parts: MapPanelParts) {
  let open: OpenPanel | undefined;
  let extent: MapExtent | undefined;

  const icon = (theme: string) => vscode.Uri.joinPath(parts.mediaUri, `map-${theme}.svg`);

  /** Most windows never open a map: the code for its page is loaded with the first one. */
  const pages = loadOnce(async () => {
    const [{ createPages }, { areas, editing }, figures, shortlist, owned] = await Promise.all([
      import('./mapPage.ts'),
      parts.followed(),
      parts.figures(),
      parts.shortlist(),
      parts.owned(),
    ]);
    return createPages({ ...parts, areas, editing, figures, shortlist, owned }, parts.picturesPath);
  });

  async function connect(openPanel: OpenPanel): Promise<Show | undefined> {
    try {
      const connectPage = await pages();
      // The panel may have been closed.
      return open === openPanel ? connectPage(openPanel.panel, bounds => (extent = bounds)) : undefined;
    } catch (error) {
      logError(error, parts.log);
      return undefined;
    }
  }

  function adopt(panel: vscode.WebviewPanel): OpenPanel {
    panel.iconPath = { light: icon('light'), dark: icon('dark') };
    const openPanel: OpenPanel = { panel, show: target => void connected.then(show => show?.(target)) };
    open = openPanel;
    parts.isOpen.value = true;
    const connected = connect(openPanel);
    panel.onDidDispose(() => {
      if (open !== openPanel) return;
      open = undefined;
      extent = undefined;
      parts.isOpen.value = false;
    });
    return openPanel;
  }

  const options = {
    enableScripts: true,
    localResourceRoots: [parts.distUri],
  };

  const serializer = vscode.window.registerWebviewPanelSerializer(mapViewType, {
    deserializeWebviewPanel(panel) {
      if (open) {
        // A new map replaced it in the meantime.
        panel.dispose();
        return Promise.resolve();
      }
      panel.webview.options = options;
      adopt(panel);
      return Promise.all([parts.catalog.resume(), parts.reports.resume(), parts.products.resume()]).then(
        () => undefined,
      );
    },
  });

  return {
    /** Opens the map beside the text, or brings it to the front, and shows the target. */
    show(target?: ShowTarget, hasFocus = false) {
      open?.panel.reveal(undefined, !hasFocus);
      const column = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: !hasFocus };
      const { show } = open ?? adopt(createOnlyPage(mapViewType, l10n.t('Swath Map'), column, options));
      if (target) show(target);
    },
    /** The visible extent: west, south, east, north, degrees; `undefined` if there is no map. */
    extent: () => extent,
    dispose() {
      serializer.dispose();
      open?.panel.dispose();
    },
  };
}
