/** Which mends would change something about an area. */
import type { AoiFix } from './aoiFixChoice.ts';
import type { TextEdit } from './geojsonEdit.ts';
import { fixAt } from './geojsonFixes.ts';
import { readJson } from '../geojson/geojsonSource.ts';
import type { JsonPath } from '../problem.ts';
import { valueAt } from '../json/valueAt.ts';
import { isRecord } from '../fields.ts';

export interface AreaMend {
  fix: AoiFix;
  edits: TextEdit[];
}

/** Those of some mends that would change the area at a path and leave one, with their edits. */
export function mendsAt(text: string, path: JsonPath, fixes: readonly AoiFix[]): AreaMend[] {
  return fixes.flatMap(fix => {
    if (fix.kind === 'swap-axes' && !canBeSwapped(text, path)) return [];
    const edits = fixAt(text, path, fix);
    return edits.length === 0 ? [] : [{ fix, edits }];
  });
}

/** Latitudes reach no farther than ±90. */
function canBeSwapped(text: string, path: JsonPath): boolean {
  const geometry = valueAt(readJson(text)?.value, path);
  if (!isRecord(geometry) || !Array.isArray(geometry.coordinates)) return false;
  // However deep the lists of positions are.
  let lists: unknown[] = geometry.coordinates;
  while (Array.isArray(lists[0]) && Array.isArray(lists[0][0])) lists = lists.flat();
  return lists.every(position => {
    const [x, y] = Array.isArray(position) ? (position as unknown[]) : [];
    return typeof x === 'number' && typeof y === 'number' && Math.abs(x) <= 90 && Math.abs(y) <= 180;
  });
}
