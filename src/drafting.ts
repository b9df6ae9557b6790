import * as vscode from 'vscode';
import { registerAoiCompletions } from './language/aoiCompletions.ts';
import { registerAoiDiagnostics } from './language/aoiDiagnostics.ts';
import { registerAoiFixes } from './language/aoiFixes.ts';
import { registerAoiHover } from './language/aoiHover.ts';
import { registerAoiLenses } from './language/aoiLenses.ts';
import type { Bounds } from './model/import/typedArea.ts';
import { createAreaEditing, type AreaEditing } from './platform/areaEditing.ts';
import type { CommandHandler, CommandId } from './platform/commands.ts';
import { followDocument } from './platform/followedDocument.ts';
import { endAreaReading } from './platform/areaReading.ts';
import { endGeojsonWork } from './platform/geojsonWork.ts';
import type { Log } from './platform/log.ts';
import { logError } from './platform/presentError.ts';
import { createAreas, type Areas } from './state/areas.ts';
import type { Catalog } from './state/catalog.ts';

export interface Drafting {
  areas: Areas;
  /** Changes of the text that are drawn on the map. */
  editing: AreaEditing;
  commands: Partial<Record<CommandId, CommandHandler>>;
  dispose(): void;
}

/**
 * Areas of interest in documents: what the editor says of them, and the document that the map follows.
 *
 * @param extent what the map shows, in degrees; `undefined` while there is no map
 */
export function createDrafting(catalog: Catalog, log: Log, extent: () => Bounds | undefined): Drafting {
  const onError = (error: unknown) => logError(error, log);
  const areas = createAreas(catalog);
  const followed = followDocument(areas, onError);
  const diagnostics = registerAoiDiagnostics(onError);
  const all = vscode.Disposable.from(
    areas,
    followed,
    registerAoiLenses(diagnostics),
    registerAoiHover(),
    diagnostics,
    registerAoiFixes(diagnostics, catalog),
    registerAoiCompletions(extent),
    { dispose: endGeojsonWork },
    { dispose: endAreaReading },
  );
  return {
    areas,
    editing: createAreaEditing(areas, followed),
    commands: {
      'swath.mendArea': async given => (await import('./commands/mendArea.ts')).mendArea(catalog, given),
      'swath.clipArea': async given => (await import('./commands/clipArea.ts')).clipArea(catalog, given),
      'swath.simplifyArea': async given => (await import('./commands/simplifyArea.ts')).simplifyArea(given),
      'swath.splitAreaFiles': async given =>
        (await import('./commands/splitAreaFiles.ts')).splitAreaFiles(given),
    },
    dispose: () => void all.dispose(),
  };
}
