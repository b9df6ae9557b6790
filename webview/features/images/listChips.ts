import { limitNames, listFilters, spanText } from '../../../src/features/images/rules/listFilters.ts';
import type { Host } from '../../ground/host.ts';
import type { RemovableChip } from '../../ui/ChipList.tsx';
import type { ResultsModel } from './resultsModel.ts';

/** One chip for each filter that the list applies itself. */
export function listChips({ state }: Pick<Host, 'state'>, results: ResultsModel): RemovableChip[] {
  const { applied, limits, setLimits, setSpan, span, widen } = results;
  const chips: RemovableChip[] = [];
  for (const name of limitNames) {
    const limit = applied.value[name];
    if (limit === undefined) continue;
    chips.push({
      key: name,
      label: listFilters[name].chip(limit),
      remove: () => setLimits({ ...limits.peek(), [name]: undefined }),
    });
  }
  const only = state.value?.only;
  if (only !== undefined) chips.push({ key: 'only', label: only, remove: widen });
  const time = span.value;
  if (time) chips.push({ key: 'time', label: spanText(time), remove: () => setSpan(undefined) });
  return chips;
}
