import * as l10n from '@vscode/l10n';
import type { PictureModel } from '../map/pictures/pictureModel.ts';
import { ReportCharts } from '../report/ReportCharts.tsx';
import { ReportPanel } from '../report/ReportPanel.tsx';
import { ReportReview } from '../report/ReportReview.tsx';
import { ReportTable } from '../report/ReportTable.tsx';
import type { ResultsModel } from '../results/resultsModel.ts';
import { ResultsPanel } from '../results/ResultsPanel.tsx';
import type { PageModel, SideTab } from './pageModel.ts';

interface SideColumnProps {
  page: PageModel;
  results: ResultsModel;
  pictures: PictureModel;
}

/** Beside the map, or the lower part of a narrow page: the images, and what belongs to the report on the map. */
export function SideColumn({ page, results, pictures }: SideColumnProps) {
  const tab = page.sideTab.value;
  const parts = {
    report: ReportPanel,
    table: ReportTable,
    charts: ReportCharts,
    review: ReportReview,
  } as const;
  const Part = tab === 'images' ? undefined : parts[tab];
  return (
    <div class="side" tabindex={-1}>
      {page.state.value?.report && <Tabs page={page} />}
      <ResultsPanel page={page} results={results} pictures={pictures} isHidden={tab !== 'images'} />
      {/* A chart leads from report to report: its focus stays. */}
      {Part && (
        <Part key={tab === 'charts' ? tab : page.state.value?.report?.id} page={page} pictures={pictures} />
      )}
    </div>
  );
}

function Tabs({ page }: { page: PageModel }) {
  const tabs: readonly (readonly [SideTab, string])[] = [
    ['images', l10n.t('Images')],
    ['report', l10n.t('Report')],
    ['table', l10n.t('Table')],
    ['charts', l10n.t('Charts')],
    ['review', l10n.t('Review')],
  ];
  const currentTab = page.sideTab.value;

  function onKeyDown(event: KeyboardEvent): void {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    const at = tabs.findIndex(([tab]) => tab === currentTab);
    const next = by === undefined ? undefined : tabs.at((at + by) % tabs.length);
    if (!next) return;
    event.preventDefault();
    page.showTab(next[0]);
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
          onClick={() => page.showTab(tab)}
        >
          {label}
        </button>
      ))}
    </div>
  );
}
