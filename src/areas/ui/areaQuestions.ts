import * as l10n from '@vscode/l10n';
import type { AreaHere, AreasHere } from '../../model/geojson/areaHere.ts';
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
  const ofPolygon = area?.type === 'Polygon' && !isRecord ? polygonQuestions(area, canBeClipped) : [];
  if (inOrder) return ofPolygon;
  return [
    ...ofPolygon,
    ...(area?.type === 'MultiPolygon' ? [splitQuestion(area)] : []),
    ...(inCollection > 1 ? [collectionQuestion(inCollection)] : []),
  ];
}

function polygonQuestions({ path, positions, rings }: AreaHere, canBeClipped: boolean): AreaQuestion[] {
  const simplify: AreaQuestion = {
    title: l10n.t('Simplify the polygon…'),
    description: l10n.t('{0} positions', positions),
    command: 'swath.simplifyArea',
    path,
  };
  const clip: AreaQuestion = {
    title: l10n.t('Clip to the footprint of an image…'),
    description: '',
    command: 'swath.clipArea',
    path,
  };
  return [...(positions > plainestRing * rings ? [simplify] : []), ...(canBeClipped ? [clip] : [])];
}

function splitQuestion({ path }: AreaHere): AreaQuestion {
  const title = l10n.t('Split into files of one polygon each…');
  return { title, description: '', command: 'swath.splitAreaFiles', path };
}

function collectionQuestion(count: number): AreaQuestion {
  return {
    title: l10n.t('Write one file per area…'),
    description: l10n.t('{0} areas', count),
    command: 'swath.splitAreaFiles',
    path: [],
  };
}
