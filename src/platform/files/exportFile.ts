import { basename } from 'node:path/posix';
import { setImmediate as nextTurn } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import { numberText } from '../../base/words/displayLanguage.ts';
import type { Column, Features } from '../../geo/export/exportTable.ts';
import { type ExportFormat, exportFormats } from '../../geo/export/formats.ts';
import { inCancellableNotification, showQuickPick } from '../dialogs/window.ts';
import { UserError } from '../host/userError.ts';
import { saveFile } from './saveFile.ts';
import { writeUserFile } from './userFile.ts';

export interface Export {
  format: ExportFormat;
  /** The suggested file. */
  place: vscode.Uri;
  features: Features;
  /** Absent: all properties. */
  columns?: readonly Column[];
  /** A number of features, such as `3 images`. */
  counted: (count: number) => string;
}

/** More would make tables that no program opens. */
const maxColumns = 2000;

/** For features of any kind. */
const common = {
  kml: () => l10n.t('for Google Earth'),
  geoparquet: () => l10n.t('for DuckDB, GeoPandas and QGIS'),
  flatgeobuf: () => l10n.t('for QGIS and GDAL, in place of a GeoPackage'),
} satisfies Partial<Record<ExportFormat, () => string>>;

/** Formats that say something else of each kind of features, or that only one kind has. */
export type OwnFormat = Exclude<ExportFormat, keyof typeof common>;

/** @param formats what is special about each, in this order; those for features of any kind follow */
export async function askFormat(
  formats: Partial<Record<OwnFormat, string>>,
): Promise<ExportFormat | undefined> {
  const others = Object.entries(common).map(([name, describe]) => [name, describe()] as const);
  const items = [...Object.entries(formats), ...others].map(([name, description]) => {
    const format = name as ExportFormat;
    return { label: exportFormats[format].label, description, format };
  });
  const title = l10n.t('Which format do you want to export?');
  return (await showQuickPick(items, { title, ignoreFocusOut: true, matchOnDescription: true }))?.format;
}

/** The table and its text or bytes, in pieces. Both read the features. @param layer what programs call it */
export async function exported(
  { format, features, columns }: Omit<Export, 'place' | 'counted'>,
  layer: string,
) {
  const { readExportTable } = await import('../../geo/export/exportTable.ts');
  const write = await exportFormats[format].load();
  const table = await readExportTable(features, columns);
  if (table.count === 0) throw new UserError(l10n.t('There is nothing to export.'));
  if (table.columns.length > maxColumns && format !== 'geojson')
    throw new UserError(l10n.t('The features have more than {0} different properties.', maxColumns));
  return { table, pieces: write(table, layer) };
}

/** Writes a file that the user names. */
export async function exportFile(options: Export): Promise<void> {
  const { format, place } = options;
  await saveFile({
    title: l10n.t('Export as {0}', exportFormats[format].label),
    format: exportFormats[format],
    place,
    write: target => writeExport(options, target),
  });
}

/**
 * Writes it with progress and *Cancel*; a canceled or failed export leaves nothing.
 *
 * @returns what to say of it; `undefined` if it was canceled
 */
async function writeExport(options: Export, target: vscode.Uri): Promise<string | undefined> {
  const { format, features, counted } = options;
  const { geometries } = exportFormats[format];
  const name = basename(target.path);
  const table = await inCancellableNotification(l10n.t('Exporting {0}', name), async (cancelled, report) => {
    const reported = async function* () {
      let done = 0;
      for await (const some of features()) {
        cancelled.throwIfAborted();
        report(l10n.t('{0} features', numberText((done += some.length))));
        yield some;
        await nextTurn();
      }
    };
    try {
      const { table, pieces } = await exported(
        { ...options, features: reported },
        name.replace(exportFormats[format].ending, ''),
      );
      await writeUserFile(target, pieces);
      return table;
    } catch (error) {
      if (cancelled.aborted) return undefined;
      throw error;
    }
  });
  if (!table) return undefined;
  const written = geometries === 'required' ? table.placed : table.count;
  const leftOut = table.count - written;
  const texts = [
    l10n.t('Exported {0} to {1}.', counted(written), name),
    leftOut > 0 ? l10n.t('Left out because they have no geometry: {0}.', numberText(leftOut)) : '',
    table.reduced > 0 && (geometries === 'valid' || geometries === 'required')
      ? l10n.t('Left out invalid parts of these geometries: {0}.', numberText(table.reduced))
      : '',
  ];
  return texts.filter(text => text !== '').join(' ');
}
