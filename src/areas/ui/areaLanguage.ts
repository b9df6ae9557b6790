import * as vscode from 'vscode';
import type { Catalog } from '../../images/catalog.ts';
import type { Bounds } from '../../model/import/typedArea.ts';
import { registerAoiCompletions } from './aoiCompletions.ts';
import { registerAoiDiagnostics } from './aoiDiagnostics.ts';
import { registerAoiFixes } from './aoiFixes.ts';
import { registerAoiHover } from './aoiHover.ts';
import { registerAoiLenses } from './aoiLenses.ts';

/**
 * What the editor shows of areas in JSON documents. Loaded with the first one.
 *
 * @param extent what the map shows, in degrees; `undefined` while there is no map
 */
export function registerAreaLanguage(
  catalog: Pick<Catalog, 'current'>,
  onError: (error: unknown) => void,
  extent: () => Bounds | undefined,
): vscode.Disposable {
  const diagnostics = registerAoiDiagnostics(onError);
  return vscode.Disposable.from(
    registerAoiLenses(diagnostics),
    registerAoiHover(),
    diagnostics,
    registerAoiFixes(diagnostics, catalog),
    registerAoiCompletions(extent),
  );
}
