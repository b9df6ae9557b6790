/** What is wrong with areas, for wherever one is searched or ordered: above it in its text, and on the map. */
import { isRecord } from '../../../../base/fields.ts';
import type { JsonPath } from '../../../../base/problem.ts';
import { type AoiFixKind, areaCode } from '../../../../base/problemCodes.ts';
import { valueAt } from '../../../../geo/text/geojsonSource.ts';
import { editFixes, titleOfFix } from '../edits/aoiFixChoice.ts';
import { checkedText } from './checkedText.ts';
import type { AoiProblem, AoiUse } from './geojsonCheck.ts';
import { featureName, searchAreaName } from './geojsonText.ts';

export interface AreaFault {
  /** Of the area, as in `AreaPlace`. */
  area: JsonPath;
  message: string;
  /** The most likely edit of the text, as the quick fix; `undefined` if only its author knows. */
  fix: { kind: AoiFixKind; path: JsonPath; title: string } | undefined;
  /** Whether the size that is computed of the area is the one that is meant. */
  hasSize: boolean;
}

/** The first problem of each area, or of the file, that keeps it from being drawn, or from being used as it is drawn. */
export function toAreaFaults(problems: readonly AoiProblem[], use: AoiUse): AreaFault[] {
  const faults = new Map<string, AreaFault>();
  for (const problem of problems) {
    const { code, path, message, severity } = problem;
    const { isDrawn = false, hasSize = true } = areaCode(code) ?? {};
    // Everything in such a file can be elsewhere.
    const isOtherSystem = code === 'crs-member' && severity === 'warning';
    if (!isDrawn && !isOtherSystem && severity !== 'error') continue;
    const area = areaPath(path);
    const key = JSON.stringify(area);
    if (faults.has(key)) continue;
    const [kind] = editFixes(problem, use);
    faults.set(key, { area, message, fix: kind && { kind, path, title: titleOfFix({ kind }) }, hasSize });
  }
  return [...faults.values()];
}

/** The same for a text, with the names of the areas. */
export function faultsIn(text: string, use: AoiUse): (AreaFault & { name: string | undefined })[] {
  const checked = checkedText(text, use, 'faults');
  if (!checked) return [];
  const { json, problems } = checked;
  return toAreaFaults(problems, use).map(fault => {
    const around = valueAt(json.value, fault.area.slice(0, -1));
    const feature = fault.area.at(-1) === 'geometry' && isRecord(around) ? around : undefined;
    return { ...fault, name: feature ? featureName(feature) : searchAreaName(fault.area, around) };
  });
}

/** The area that a problem is in. */
export function areaPath(path: JsonPath): JsonPath {
  const inside = path.findLastIndex(part =>
    ['coordinates', 'type', 'bbox', 'crs'].some(name => name === part),
  );
  return inside < 0 ? path : path.slice(0, inside);
}
