import * as vscode from 'vscode';
import { readsOnly } from '../../../platform/dialogs/failureMessage.ts';
import type { SomeCommands } from '../../../platform/host/commands.ts';
import type { SessionOwner } from '../../../session/session.ts';
import { type Catalog, findTargetImage } from '../../images/index.ts';
import type { Bounds } from '../rules/import/typedArea.ts';
import { fixArea, swapAxes } from './aoiFixes.ts';
import { searchImages } from './chooseArea.ts';
import { clipArea, simplifyArea } from './clipArea.ts';
import { importAoi, newAoi } from './importAoi.ts';
import { openSamples } from './openSamples.ts';
import { splitAreaFiles } from './splitAreaFiles.ts';

export interface AreaCommandParts {
  context: Pick<vscode.ExtensionContext, 'extensionUri' | 'globalStorageUri'>;
  session: SessionOwner;
  catalog: Catalog;
  /** The map extent, in degrees; `undefined` while there is no map. */
  extent: () => Bounds | undefined;
}

/** @returns by ID; `target` is what a command was called on: an area, a document, a file, or nothing */
export function areaCommands({ context, session, catalog, extent }: AreaCommandParts) {
  const samples = vscode.Uri.joinPath(context.extensionUri, 'media', 'samples');
  return {
    'swath.newAoi': (target: unknown) => newAoi(extent, findTargetImage(catalog, target)),
    'swath.importAoi': () => importAoi(),
    'swath.useAsArea': (target: unknown) => importAoi(target),
    'swath.openSamples': (target: unknown) => openSamples(samples, context.globalStorageUri, target),
    'swath.fixArea': (target: unknown) => fixArea(catalog, target),
    'swath.swapAxes': (target: unknown) => swapAxes(catalog, target),
    'swath.clipArea': (target: unknown) => clipArea(catalog, target),
    'swath.simplifyArea': (target: unknown) => simplifyArea(target),
    'swath.splitAreaFiles': (target: unknown) => splitAreaFiles(target),
    ...readsOnly({
      'swath.searchImages': (target: unknown) => searchImages(session, catalog, target),
    }),
  } satisfies SomeCommands;
}
