import { setTimeout as sleep } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { CommandId } from '../../../base/commandId.ts';
import { areaText } from '../../../base/words/areaText.ts';
import { numberText } from '../../../base/words/displayLanguage.ts';
import { isExportText } from '../../../geo/export/exportMark.ts';
import { editPause } from '../../../platform/documents/checkedDocuments.ts';
import { isEditable } from '../../../platform/documents/editableDocuments.ts';
import { jsonSelector } from '../../../platform/documents/jsonDocuments.ts';
import { isReportDocument, isShortlistDocument } from '../../../platform/documents/reportFile.ts';
import { lensTitle } from '../../../platform/documents/shownInDocument.ts';
import { isOrderDocument } from '../../../platform/documents/swathDocuments.ts';
import { isReadAside, longestDocument } from '../../../platform/documents/textWork.ts';
import { toAbortSignal } from '../../../platform/host/abortSignal.ts';
import { contextKey, onLaterChange } from '../../../platform/host/onChange.ts';
import { onLensSettingChange, showsLenses } from '../../../platform/host/settings.ts';
import { areaWork } from '../areaWork.ts';
import type { KeptDocuments } from '../keptAreas.ts';
import { titleOfFix } from '../rules/edits/aoiFixChoice.ts';
import { type AreaFault, toAreaFaults } from '../rules/text/areaFaults.ts';
import type { AreaList, AreasOnLine, ListedArea } from '../rules/text/geojsonText.ts';
import type { AoiDiagnostics } from './aoiDiagnostics.ts';
import type { AoiTarget, LineTarget } from './aoiDocument.ts';

/** Key: the path of the area as JSON. */
type AreaFaults = ReadonlyMap<string, AreaFault>;

/** More lines than anyone reads. Commands still work on every polygon. */
const maxLines = 2000;

interface Listed {
  version: number;
  isLong: boolean;
  /** Whether the text was exported, so that its polygons aren't areas of interest. */
  isExport: boolean;
  list: AreaList;
}

/** Above every polygon: its area, and available commands or what is wrong with it. */
export function registerAoiLenses(
  diagnostics: Pick<AoiDiagnostics, 'documentProblems' | 'onDidCheck'>,
  kept: KeptDocuments,
): vscode.Disposable {
  const known = new WeakMap<vscode.TextDocument, Listed>();
  /** As of the last check, so that lenses don't disappear while the next one is pending. */
  const faults = new WeakMap<vscode.TextDocument, AreaFaults>();
  const changed = new vscode.EventEmitter<void>();

  async function listed(document: vscode.TextDocument, signal: AbortSignal): Promise<Listed> {
    const before = known.get(document);
    if (before?.version === document.version) return before;
    // Before reading its text, because even that takes VS Code a while. It moves the old lenses with the text until then.
    if (before?.isLong) await sleep(editPause, undefined, { signal });
    const { version } = document;
    const text = document.getText();
    const now = { version, isLong: isReadAside(text), ...(await listIn(text, signal)) };
    known.set(document, now);
    return now;
  }

  const listening = diagnostics.onDidCheck(document => {
    const found = toAreaFaults(diagnostics.documentProblems(document), 'file');
    const now = new Map(found.map(fault => [JSON.stringify(fault.area), fault]));
    const before = faults.get(document);
    faults.set(document, now);
    const isSame = [...now].every(([key, { message }]) => before?.get(key)?.message === message);
    if (now.size !== (before?.size ?? 0) || !isSame) changed.fire();
  });
  const hasArea = contextKey('swath.hasArea');
  const provider = vscode.languages.registerCodeLensProvider(jsonSelector, {
    onDidChangeCodeLenses: changed.event,
    async provideCodeLenses(document, cancel) {
      if (!isEditable(document.uri) || isOrderDocument(document) || isShortlistDocument(document)) return [];
      // A report can contain thousands of polygons, and none of them is an area of interest.
      if (isReportDocument(document)) return showsLenses('reports') ? reportLenses(document) : [];
      const isKept = kept.has(document);
      if (!(isKept || kept.isOffered(document)) || !showsLenses('areas')) return [];
      try {
        const found = await listed(document, toAbortSignal(cancel));
        if (!isKept) return firstLens(document, found);
        if (found.list.count > 0) hasArea(true);
        return listLenses(document, found, faults.get(document));
      } catch (error) {
        if (cancel.isCancellationRequested) return [];
        throw error;
      }
    },
  });
  const fire = () => changed.fire();
  return vscode.Disposable.from(
    listening,
    onLaterChange(kept.causes, fire),
    onLensSettingChange(fire),
    provider,
    changed,
  );
}

async function listIn(text: string, signal: AbortSignal): Promise<Pick<Listed, 'list' | 'isExport'>> {
  const nothing = { isExport: false, list: { rows: [], listed: 0, count: 0 } };
  // A cheap test before the parser is loaded, because most JSON isn't GeoJSON. Also matches MultiPolygon.
  if (text.length > longestDocument || !text.includes('Polygon"')) return nothing;
  if (isExportText(text)) return { ...nothing, isExport: true };
  return { isExport: false, list: await areaWork.runWhile(signal, 'listAreas', text, maxLines) };
}

function listLenses(
  document: vscode.TextDocument,
  { isExport, list: { rows, listed, count } }: Listed,
  faults: AreaFaults | undefined,
): vscode.CodeLens[] {
  const lens = lensesAt(document, 0, { uri: document.uri.toString(), path: [] });
  // It can contain thousands of footprints: which of them is asked.
  if (isExport)
    return [lens(lensTitle('search', l10n.t('Search Images…')), 'swath.searchImages', document.uri)];
  const usable = rows.reduce(
    (sum, row) => sum + (row.kind === 'line' ? row.polygons : Number(row.kind === 'polygon')),
    0,
  );
  // Areas beyond the listed ones are counted but not checked.
  const several = listed === count ? usable : count;
  const ofMany = l10n.t(
    'Showing actions for the first {0} of {1} areas. Commands work on all.',
    numberText(listed),
    numberText(count),
  );
  return [
    ...(count === listed ? [] : [lens(ofMany)]),
    ...(usable < 2
      ? []
      : [
          lens(
            lensTitle('layers', l10n.t('{0} areas · Draft Orders…', numberText(several))),
            'swath.draftOrders',
          ),
        ]),
    ...rows.flatMap(row =>
      row.kind === 'line'
        ? [lineLens(document, row)]
        : areaLenses(document, row, faults?.get(JSON.stringify(row.path))),
    ),
  ];
}

/** In GeoJSON of which no area was used yet: above the first area that can be searched. */
function firstLens(document: vscode.TextDocument, { isExport, list }: Listed): vscode.CodeLens[] {
  const first = list.rows.find(
    row =>
      row.kind === 'polygon' ||
      (row.kind === 'line' && row.polygons > 0) ||
      (row.kind === 'multi' && row.isCut),
  );
  if (isExport || !first) return [];
  if (first.kind === 'line') return [lineLens(document, first)];
  const target: AoiTarget = { uri: document.uri.toString(), path: first.path };
  const title = lensTitle('search', l10n.t('Search Images'));
  return [lensesAt(document, first.offset, target)(title, 'swath.searchImages')];
}

/** Above a report: what can be done with it. */
function reportLenses(document: vscode.TextDocument): vscode.CodeLens[] {
  const lens = lensesAt(document, 0, { uri: document.uri.toString(), path: [] });
  const onMap = lens(lensTitle('map', l10n.t('Show on Map')), 'swath.showOrderOnMap');
  // An unsaved comparison isn't a file that can be compared.
  if (document.uri.scheme !== 'file') return [onMap];
  return [onMap, lens(lensTitle('diff', l10n.t('Compare…')), 'swath.compareReports', document.uri)];
}

/** One for all of them: thousands of lenses on one line would take minutes to draw. */
function lineLens(document: vscode.TextDocument, { offset, count }: AreasOnLine): vscode.CodeLens {
  const title = lensTitle('search', l10n.t('{0} areas on this line · Search Images…', numberText(count)));
  const { line } = document.positionAt(offset);
  const target: LineTarget = { uri: document.uri.toString(), line };
  return lensesAt(document, offset, target)(title, 'swath.searchImages');
}

function areaLenses(
  document: vscode.TextDocument,
  area: ListedArea,
  fault: AreaFault | undefined,
): vscode.CodeLens[] {
  const target: AoiTarget = { uri: document.uri.toString(), path: area.path };
  const lens = lensesAt(document, area.offset, target);
  const { uri } = target;
  // One lens for both: beside a map there is room for three.
  const onMap = (size?: string) =>
    lens(lensTitle('map', size ?? l10n.t('Show on Map')), 'swath.openMap', target, l10n.t('Show on Map'));
  const fixes = (fault?.fix ? [fault.fix] : []).map(({ kind, path, title }) =>
    lens(lensTitle('lightbulb', title), 'swath.fixArea', { uri, path, fix: { kind } }),
  );
  // The fix first: beside a map, a long message leaves no room after it.
  const warnings = fault ? [...fixes, lens(lensTitle('warning', fault.message))] : [];
  switch (area.kind) {
    case 'broken':
      return [...fixes, lens(lensTitle('warning', area.message))];
    case 'multi': {
      const size = `MultiPolygon (${area.polygons}) · ${areaText(area.areaKm2)}`;
      return [
        ...warnings,
        ...(area.isCut
          ? [onMap(size), lens(lensTitle('search', l10n.t('Search Images')), 'swath.searchImages')]
          : [lens(size)]),
        lens(lensTitle('split-horizontal', titleOfFix({ kind: 'split' })), 'swath.fixArea', {
          ...target,
          fix: { kind: 'split' },
        }),
      ];
    }
    case 'polygon':
      return [
        ...warnings,
        onMap(fault?.hasSize === false ? undefined : areaText(area.areaKm2)),
        lens(lensTitle('search', l10n.t('Search Images')), 'swath.searchImages'),
        lens(lensTitle('edit', l10n.t('Draft Order')), 'swath.draftOrder'),
      ];
  }
}

/** Creates lenses at a place in a document. A lens without a command only shows text. */
function lensesAt(document: vscode.TextDocument, offset: number, target: AoiTarget | LineTarget) {
  const start = document.positionAt(offset);
  const range = new vscode.Range(start, start);
  return (title: string, command?: CommandId, argument: object = target, tooltip?: string) =>
    new vscode.CodeLens(
      range,
      command ? { title, command, arguments: [argument], tooltip } : { title, command: '' },
    );
}
