import * as l10n from '@vscode/l10n';
import type { AreasHere } from '../../model/geojson/areaHere.ts';
import type { JsonPath } from '../../model/problem.ts';
import type { CommandId } from '../../editor/commandTable.ts';

/** A command over areas of a document that asks before it changes anything. */
export interface AreaQuestion {
  title: string;
  /** What it would work on, where that is of help; else empty. */
  description: string;
  command: CommandId;
  /** Of the area; empty for the whole document. */
  path: JsonPath;
}

/** Positions of a box: nobody wants a ring to be simpler. */
const plainestRing = 5;

/**
 * What can be asked about the area at a place, and about the collection that it is in.
 *
 * @param inOrder whether the document is an order, which has room for one polygon
 * @param canBeClipped whether there is an image to clip a polygon to
 * @param isRecord whether the document is a report, which is copied from and never changed
 */
export function areaQuestions(
  { area, inCollection }: AreasHere,
  { inOrder, canBeClipped, isRecord }: { inOrder: boolean; canBeClipped: boolean; isRecord: boolean },
): AreaQuestion[] {
  const questions: AreaQuestion[] = [];
  const ask = (command: CommandId, path: JsonPath, title: string, description = '') =>
    questions.push({ command, path, title, description });
  if (area?.type === 'Polygon' && !isRecord) {
    const { path, positions, rings } = area;
    if (positions > plainestRing * rings) {
      const description = l10n.t('{0} positions', positions);
      ask('swath.simplifyArea', path, l10n.t('Simplify the Polygon…'), description);
    }
    if (canBeClipped) ask('swath.clipArea', path, l10n.t('Clip to a Footprint…'));
  }
  if (inOrder) return questions;
  if (area?.type === 'MultiPolygon')
    ask('swath.splitAreaFiles', area.path, l10n.t('Split into Files of One Polygon Each…'));
  if (inCollection > 1) {
    const description = l10n.t('{0} areas', inCollection);
    ask('swath.splitAreaFiles', [], l10n.t('Write One File per Area…'), description);
  }
  return questions;
}
