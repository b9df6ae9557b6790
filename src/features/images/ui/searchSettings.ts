import { searchLimits } from '../../../service/rules/searchQuery.ts';
import { settingValue } from '../../../platform/host/settings.ts';

export function searchPageSize(): number {
  return Math.min(searchLimits.maximumPageSize, Math.max(1, Math.round(settingValue('search.pageSize'))));
}
