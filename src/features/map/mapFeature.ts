import * as vscode from 'vscode';
import type { Host } from '../../platform/host/host.ts';
import { storageSlot } from '../../platform/host/storage.ts';
import { loadAoiDocument } from '../areas/ui/index.ts';
import { type MapPanelParts, registerMapPanel } from './mapPanel.ts';

type MapSources = Omit<
  MapPanelParts,
  'distUri' | 'mediaUri' | 'picturesPath' | 'tilesAllowed' | 'gazetteerPath' | 'log' | 'revealAoi'
>;

export function createMapFeature({ context, log, storagePath, register }: Host, sources: MapSources) {
  const panels = registerMapPanel({
    ...sources,
    distUri: vscode.Uri.joinPath(context.extensionUri, 'dist'),
    mediaUri: vscode.Uri.joinPath(context.extensionUri, 'media'),
    picturesPath: storagePath('pictures'),
    gazetteerPath: vscode.Uri.joinPath(context.extensionUri, 'dist/places.txt').fsPath,
    tilesAllowed: storageSlot(context.globalState, 'swath.tilesAllowed'),
    log,
    revealAoi: async (target, takesFocus) => (await loadAoiDocument()).revealAoi(target, takesFocus),
  });
  register(panels);
  const commands = async () => (await import('./commands.ts')).mapCommands(panels, sources.catalog);
  return { panels, commands };
}
