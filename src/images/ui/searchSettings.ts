import { ownNumber } from '../../editor/settings.ts';

export function searchPageSize(): number {
  return Math.max(1, Math.round(ownNumber('search.pageSize', 50)));
}
