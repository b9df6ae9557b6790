import * as l10n from '@vscode/l10n';
import { labeled } from '../../../src/base/words/labeled.ts';
import { ChipList } from '../../ui/ChipList.tsx';
import { featuresText } from '../../ui/format.ts';
import type { ReportModel } from './reportModel.ts';

interface ReportLimitsProps {
  report: ReportModel;
  /** The table has a field with the filter, and says how many features are left. */
  isOfTable: boolean;
}

/** What limits the features of map, table, charts and review. */
export function ReportLimits({ report, isOfTable }: ReportLimitsProps) {
  const { filter, hidden, classing, features, visibleCount } = report;
  const labels = classing.value.classes
    .filter((_class, place) => hidden.value[place])
    .map(({ label }) => label);
  const chips = [
    { key: 'filter', label: isOfTable ? '' : filter.value, remove: () => void report.filterBy('') },
    {
      key: 'hidden',
      label: labels.length > 0 ? labeled(l10n.t('Hidden'), labels.join(', ')) : '',
      remove: () => report.colorBy(report.coloring.peek()),
    },
  ].filter(({ label }) => label !== '');
  return (
    <ChipList
      name={l10n.t('Active filters')}
      chips={chips}
      goOn={() => document.querySelector<HTMLElement>('.side-tabs [aria-selected=true]')?.focus()}
    >
      {!isOfTable && chips.length > 0 && (
        <li class="quiet">{featuresText(visibleCount.value, features.value.length)}</li>
      )}
    </ChipList>
  );
}
