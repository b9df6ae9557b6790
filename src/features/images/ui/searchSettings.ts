import { searchLimits } from '../../model/images/searchQuery.ts';
import { settingValue } from '../../editor/host/settings.ts';

export function searchPageSize(): number {
  return Math.min(searchLimits.maximumPageSize, Math.max(1, Math.round(settingValue('search.pageSize'))));
}
