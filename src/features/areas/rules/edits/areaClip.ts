/** Clips an AOI to the part that an image covers. */
import * as l10n from '@vscode/l10n';
import type { MultiPolygon, Polygon } from 'geojson';
import type { JsonPath } from '../../../../base/problem.ts';
import { checkAoi, withoutAltitude } from '../../../../geo/aoi.ts';
import { coveredShare, coveredShares } from '../../../../geo/coverage.ts';
import { footprintOverlap } from '../../../../geo/overlap.ts';
import { polygonAreaKm2 } from '../../../../geo/polygonArea.ts';
import type { TextEdit } from '../../../../geo/text/geojsonEdit.ts';
import { readJson, valueAt } from '../../../../geo/text/geojsonSource.ts';
import { withTrueBoxes } from './bboxEdits.ts';
import { editsOfPart, partsEdits } from './geojsonGeometryFixes.ts';

export type ClipParts = 'all' | 'largest';

export type AreaClip =
  | {
      kind: 'edits';
      edits: TextEdit[];
      /** Number of parts that the footprint covers, even if only the largest is kept. */
      parts: number;
      areaKm2: number;
      /** Fraction of the AOI that is kept, 0 to 1. */
      share: number;
    }
  /** Nothing to do: the footprint covers the whole AOI. */
  | { kind: 'covered' }
  /** @see reason for display, with how to fix it */
  | { kind: 'refused'; reason: string };

/**
 * The edits that clip the Polygon at a path to a footprint. New positions have 7 decimals; kept positions keep their
 * text.
 */
export function clipArea(
  text: string,
  path: JsonPath,
  footprint: Polygon | MultiPolygon,
  parts: ClipParts,
): AreaClip {
  const polygon = soundPolygonAt(text, path);
  if (typeof polygon === 'string') return { kind: 'refused', reason: polygon };
  const overlap = footprintOverlap(polygon, footprint);
  switch (overlap.kind) {
    case 'whole':
      return { kind: 'covered' };
    case 'none':
      return {
        kind: 'refused',
        reason: l10n.t("The image doesn't cover the area. Select an image whose footprint overlaps it."),
      };
    case 'unclear':
      return {
        kind: 'refused',
        reason: l10n.t("The area can't be clipped to this image without errors. Select another image."),
      };
    case 'parts': {
      const kept = parts === 'all' ? overlap.parts : overlap.parts.slice(0, 1);
      const isAll = kept.length === overlap.parts.length;
      return {
        kind: 'edits',
        edits: clipEdits(text, path, kept),
        parts: overlap.parts.length,
        areaKm2: polygonAreaKm2({ type: 'MultiPolygon', coordinates: kept }),
        share: coveredShare(polygon, isAll ? footprint : { type: 'MultiPolygon', coordinates: kept }),
      };
    }
  }
}

/**
 * The fraction of the Polygon at a path that each footprint covers, the same number as on the map: 0 to 1, and exactly
 * 1 if it covers all of it. `undefined` for every footprint if the polygon is gone or invalid.
 */
export function footprintShares(
  text: string,
  path: JsonPath,
  footprints: readonly (Polygon | MultiPolygon)[],
): (number | undefined)[] {
  const polygon = soundPolygonAt(text, path);
  if (typeof polygon === 'string') return footprints.map(() => undefined);
  return coveredShares(polygon, footprints);
}

function clipEdits(text: string, path: JsonPath, parts: readonly Polygon['coordinates'][]): TextEdit[] {
  const [range] = readJson(text)?.rangesAt([path]) ?? [];
  const edits = range ? editsOfPart(text, range, (part, node) => partsEdits(part, node, parts)) : [];
  return withTrueBoxes(text, edits);
}

/** The Polygon at a path, or why it can't be clipped. */
function soundPolygonAt(text: string, path: JsonPath): Polygon | string {
  const geometry = valueAt(readJson(text)?.value, path);
  const [problem] = checkAoi(geometry).filter(({ severity }) => severity === 'error');
  if (problem) return l10n.t('Fix the area before clipping it: {0}', problem.message);
  return withoutAltitude(geometry as Polygon);
}
