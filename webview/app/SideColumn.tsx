import * as l10n from '@vscode/l10n';
import type { ComponentChildren } from 'preact';
import { listChips } from '../features/images/index.ts';
import { ResultsPanel, ShortlistChip } from '../features/images/view.ts';
import type { SideTab, SideTabs } from '../features/reports/index.ts';
import {
  ReportCharts,
  ReportLimits,
  ReportPanel,
  ReportReview,
  ReportTable,
} from '../features/reports/view.ts';
import { ActiveFilters } from '../features/search/view.ts';
import type { ContextMenu } from '../ui/MenuButton.tsx';
import type { Stores } from './stores.ts';

interface SideColumnProps {
  stores: Stores;
  openMenu: (menu: ContextMenu) => void;
}

type ReportPart = (props: Stores & Pick<SideColumnProps, 'openMenu'>) => ComponentChildren;

const parts: Readonly<Record<Exclude<SideTab, 'images'>, ReportPart>> = {
  report: ReportPanel,
  table: ReportTable,
  charts: ReportCharts,
  review: ReportReview,
};

/** Beside the map, or the lower part of a narrow page: the images, and what belongs to the report on the map. */
export function SideColumn({ stores, openMenu }: SideColumnProps) {
  const { host, view, found, results, search, tabs, report } = stores;
  const tab = tabs.current.value;
  const Part = tab === 'images' ? undefined : parts[tab];
  return (
    <div class="side" tabindex={-1}>
      {host.state.value?.report && <Tabs tabs={tabs} />}
      <ResultsPanel
        {...stores}
        openMenu={openMenu}
        search={isHere => {
          if (isHere) view.keep();
          search.askSearch(isHere);
        }}
        isHidden={tab !== 'images'}
      >
        <ActiveFilters search={search} listChips={listChips(host, results)}>
          {found.pins.value.size > 0 && <ShortlistChip {...stores} />}
        </ActiveFilters>
      </ResultsPanel>
      {Part && <ReportLimits report={report} isOfTable={tab === 'table'} />}
      {/* A chart leads from report to report: its focus stays. */}
      {Part && (
        <Part key={tab === 'charts' ? tab : host.state.value?.report?.id} {...stores} openMenu={openMenu} />
      )}
    </div>
  );
}

function Tabs({ tabs: side }: { tabs: SideTabs }) {
  const tabs: readonly (readonly [SideTab, string])[] = [
    ['images', l10n.t('Images')],
    ['report', l10n.t('Report')],
    ['table', l10n.t('Table')],
    ['charts', l10n.t('Charts')],
    ['review', l10n.t('Review')],
  ];
  const currentTab = side.current.value;

  function onKeyDown(event: KeyboardEvent): void {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const at = tabs.findIndex(([tab]) => tab === currentTab);
    const next = by === undefined ? undefined : tabs.at((at + by) % tabs.length);
    if (!next) return;
    event.preventDefault();
    side.show(next[0]);
    document.getElementById(`tab-${next[0]}`)?.focus();
  }

  return (
    <div class="side-tabs" role="tablist" aria-label={l10n.t('Report')} onKeyDown={onKeyDown}>
      {tabs.map(([tab, label]) => (
        <button
          key={tab}
          id={`tab-${tab}`}
          type="button"
          role="tab"
          aria-controls={`side-${tab}`}
          aria-selected={tab === currentTab}
          tabindex={tab === currentTab ? 0 : -1}
          onClick={() => side.show(tab)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
