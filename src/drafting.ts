import * as vscode from 'vscode';
import { clipArea } from './commands/clipArea.ts';
import { mendArea } from './commands/mendArea.ts';
import { simplifyArea } from './commands/simplifyArea.ts';
import { splitAreaFiles } from './commands/splitAreaFiles.ts';
import { registerAoiCompletions } from './language/aoiCompletions.ts';
import { registerAoiDiagnostics } from './language/aoiDiagnostics.ts';
import { registerAoiFixes } from './language/aoiFixes.ts';
import { registerAoiHover } from './language/aoiHover.ts';
import { registerAoiLenses } from './language/aoiLenses.ts';
import type { Bounds } from './model/import/typedArea.ts';
import { createAreaEditing, type AreaEditing } from './platform/areaEditing.ts';
import type { CommandHandler, CommandId } from './platform/commands.ts';
import { followDocument } from './platform/followedDocument.ts';
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
    followed,
    registerAoiLenses(diagnostics),
    registerAoiHover(),
    diagnostics,
    registerAoiFixes(diagnostics, catalog),
    registerAoiCompletions(extent),
    { dispose: endGeojsonWork },
  );
  return {
    areas,
    editing: createAreaEditing(areas, followed),
    commands: {
      'swath.mendArea': given => mendArea(catalog, given),
      'swath.clipArea': given => clipArea(catalog, given),
      'swath.simplifyArea': simplifyArea,
      'swath.splitAreaFiles': splitAreaFiles,
    },
    dispose: () => void all.dispose(),
  };
}
