import * as l10n from '@vscode/l10n';
import type { MapState } from '../../src/shared/protocol.ts';
import type { PageModel } from '../app/pageModel.ts';
import type { PictureModel } from '../map/pictures/pictureModel.ts';
import { countText, featuresText } from '../ui/format.ts';
import { Link } from '../ui/icon.tsx';
import { LegendButton } from '../ui/LegendButton.tsx';
import { FeatureCard } from './FeatureCard.tsx';
import { FeatureSteps } from './FeatureSteps.tsx';
import { ReportImageNote } from './ReportImageNote.tsx';
import { ClassList, ColoringSelect } from './ReportLegend.tsx';

/** The report on the map: its own image, how it is colored, and its features one by one. */
export function ReportPanel({ page, pictures }: { page: PageModel; pictures: PictureModel }) {
  const { report } = page;
  const summary = page.state.value?.report;
  if (!summary) return null;
  const coloring = report.coloring.value;
  const isThere = report.isWhole.value && summary.featureCount > 0;
  return (
    <section id="side-report" class="side-part report-panel" aria-label={l10n.t('Report')} tabindex={-1}>
      <ReportImageNote page={page} pictures={pictures} />
      {isThere && report.properties.value.length > 0 && <ColoringSelect report={report} />}
      {isThere && coloring !== undefined && <ClassList report={report} name={coloring} />}
      {isThere && <FeatureSteps report={report} all={featuresText(report.features.value.length)} />}
      {report.filter.value !== '' && (
        <Link label={l10n.t('Clear filter')} onClick={() => report.filterBy('')} />
      )}
      <FeatureCard page={page} />
    </section>
  );
}

/** Below the map: which report is on it. */
export function ReportBar({ page }: { page: PageModel }) {
  const report = page.state.value?.report;
  if (!report) return null;
  return (
    <div class="mode-line report-legend">
      <LegendButton
        hasSwatch
        title={report.title}
        detail={countOf(page.report.arrived.value, report)}
        onZoom={() => (page.target.value = { kind: 'report' })}
      />
    </div>
  );
}

function countOf(arrived: number, report: NonNullable<MapState['report']>): string {
  const { featureCount, leftOut = 0, placeless } = report;
  const drawn = featuresText(arrived, featureCount + leftOut);
  return placeless === undefined
    ? drawn
    : `${drawn}, ${l10n.t('{0} without a geometry', countText(placeless))}`;
}
