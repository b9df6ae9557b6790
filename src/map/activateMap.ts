import * as vscode from 'vscode';
import type { Host } from '../editor/host.ts';
import { slotOf } from '../editor/storage.ts';
import type { MapTarget } from '../shared/protocol.ts';
import { registerMapPanel, type MapPanelParts, type MapPanels } from './mapPanel.ts';

type MapSources = Omit<
  MapPanelParts,
  'distUri' | 'mediaUri' | 'picturesPath' | 'tilesAllowed' | 'gazetteerPath' | 'log' | 'revealAoi'
>;

export function activateMap(
  { context, log, storagePath, own, commands }: Host,
  sources: MapSources,
): MapPanels {
  const panels = registerMapPanel({
    ...sources,
    distUri: vscode.Uri.joinPath(context.extensionUri, 'dist'),
    mediaUri: vscode.Uri.joinPath(context.extensionUri, 'media'),
    picturesPath: storagePath('pictures'),
    gazetteerPath: vscode.Uri.joinPath(context.extensionUri, 'dist/places.txt').fsPath,
    tilesAllowed: slotOf(context.globalState, 'swath.tilesAllowed'),
    log,
    revealAoi: async (target, takesFocus) =>
      (await import('../areas/ui/aoiDocument.ts')).revealAoi(target, takesFocus),
  });
  own(panels);
  commands({
    'swath.goToPlace': () => panels.show({ kind: 'goToPlace' }),
    // Given a polygon of a document, makes it the active area; given `{ show }`, moves the map there; from the Command
    // Palette, opens the map as it is.
    'swath.openMap': async given => {
      const { isAoiTarget, resolveAoi } = await import('../areas/ui/aoiDocument.ts');
      if (!isAoiTarget(given)) {
        panels.show(targetOf(given));
        return;
      }
      const aoi = await resolveAoi(given);
      if (aoi) sources.catalog.lookAt(aoi);
      panels.show({ kind: 'aoi' });
    },
  });
  return panels;
}

function targetOf(given: unknown): MapTarget | undefined {
  const show = (given as { show?: unknown } | null | undefined)?.show;
  return show === 'aoi' || show === 'report' || show === 'product' ? { kind: show } : undefined;
}
