import * as l10n from '@vscode/l10n';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Figures } from '../../model/images/figures.ts';
import type { Image } from '../../model/images/imagery.ts';
import { withProgress } from '../../editor/window.ts';
import { UserError } from '../../editor/userError.ts';
import type { Catalog } from '../catalog.ts';
import type { AoiSource } from '../catalogState.ts';

/** The AOI in hand, and the images among which to choose. Throws {@link UserError} where there are none. */
export function choosable(catalog: Catalog): { aoi: AoiSource; images: readonly Image[] } {
  const { aoi } = catalog.current.peek();
  if (!aoi) {
    throw new UserError(l10n.t('Search images of an area first.'));
  }
  const images = catalog.shown.peek();
  if (images.length === 0) {
    throw new UserError(l10n.t('No images of {0}. Search for some first.', aoi.name));
  }
  return { aoi, images };
}

/**
 * Runs what takes its time over many images, under a title in the status bar. The figures are loaded on first use.
 *
 * @param title of the progress
 */
export function withFigures<T>(title: string, work: (figures: Figures) => T): Thenable<T> {
  return withProgress({ location: vscode.ProgressLocation.Window, title }, async () => {
    const { figures } = await import('../../model/images/figures.ts');
    // The editor shows the progress before this takes its time.
    await nextTurn();
    return work(figures);
  });
}
