import * as vscode from 'vscode';
import type { SessionOwner } from '../account/session.ts';
import { endGeojsonWork } from '../editor/geojsonWork.ts';
import type { Host } from '../editor/host.ts';
import type { Catalog } from '../images/catalog.ts';
import type { Bounds } from '../model/import/typedArea.ts';
import { createAreas, type Areas } from './areas.ts';
import { registerAoiCompletions } from './ui/aoiCompletions.ts';
import { registerAoiDiagnostics } from './ui/aoiDiagnostics.ts';
import { registerAoiFixes } from './ui/aoiFixes.ts';
import { registerAoiHover } from './ui/aoiHover.ts';
import { registerAoiLenses } from './ui/aoiLenses.ts';
import { createAreaEditing, type AreaEditing } from './ui/areaEditing.ts';
import { endAreaReading } from './ui/areaReading.ts';
import { followDocument } from './ui/followedDocument.ts';

export interface AreasFeature {
  areas: Areas;
  /** Changes of the text that are drawn on the map. */
  editing: AreaEditing;
}

/**
 * Areas of interest in documents: what the editor says of them, and the document that the map follows.
 *
 * @param extent what the map shows, in degrees; `undefined` while there is no map
 */
export function activateAreas(
  { context, onError, own, commands }: Host,
  session: SessionOwner,
  catalog: Catalog,
  extent: () => Bounds | undefined,
): AreasFeature {
  const areas = createAreas(catalog);
  const followed = followDocument(areas, onError);
  const diagnostics = registerAoiDiagnostics(onError);
  own(
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
  commands({
    'swath.newAoi': async () => (await import('./ui/newAoi.ts')).newAoi(extent),
    'swath.importAoi': async given => (await import('./ui/importAoi.ts')).importAoi(given),
    'swath.openSamples': async given =>
      (await import('../editor/openSamples.ts')).openSamples(
        {
          samples: vscode.Uri.joinPath(context.extensionUri, 'media', 'samples'),
          storage: context.globalStorageUri,
        },
        given,
      ),
    'swath.searchImages': async given =>
      (await import('./ui/chooseArea.ts')).searchImages(session, catalog, given),
    'swath.mendArea': async given => (await import('./ui/mendArea.ts')).mendArea(catalog, given),
    'swath.clipArea': async given => (await import('./ui/clipArea.ts')).clipArea(catalog, given),
    'swath.simplifyArea': async given => (await import('./ui/simplifyArea.ts')).simplifyArea(given),
    'swath.splitAreaFiles': async given => (await import('./ui/splitAreaFiles.ts')).splitAreaFiles(given),
  });
  return { areas, editing: createAreaEditing(areas, followed) };
}
