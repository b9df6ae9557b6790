import * as l10n from '@vscode/l10n';
import type { MapState } from '../../../src/protocol/protocol.ts';
import type { Host } from '../../ground/host.ts';
import type { ViewStore } from '../../ground/viewStore.ts';
import { countText, featuresText } from '../../ui/format.ts';
import { Link } from '../../ui/icon.tsx';
import { LegendButton } from '../../ui/LegendButton.tsx';
import { FeatureCard } from './FeatureCard.tsx';
import { FeatureSteps } from './FeatureSteps.tsx';
import { ReportImageNote, type ReportImageProps } from './ReportImageNote.tsx';
import { ClassList, ColoringSelect } from './ReportLegend.tsx';
import type { ReportModel } from './reportModel.ts';

/** The report on the map: its own image, how it is colored, and its features one by one. */
export function ReportPanel({ report, ...beneath }: ReportImageProps & { report: ReportModel }) {
  const summary = beneath.host.state.value?.report;
  if (!summary) return null;
  const coloring = report.coloring.value;
  const isThere = report.isWhole.value && summary.featureCount > 0;
  return (
    <section id="side-report" class="side-part report-panel" aria-label={l10n.t('Report')} tabindex={-1}>
      <ReportImageNote {...beneath} />
      {isThere && report.properties.value.length > 0 && <ColoringSelect report={report} />}
      {isThere && coloring !== undefined && <ClassList report={report} name={coloring} />}
      {isThere && <FeatureSteps report={report} all={featuresText(report.visibleCount.value)} />}
      <FeatureCard report={report} />
    </section>
  );
}

interface ReportBarProps {
  host: Pick<Host, 'state'>;
  view: Pick<ViewStore, 'show'>;
  report: ReportModel;
}

/** Below the map: which report is on it. */
export function ReportBar({ host, view, report }: ReportBarProps) {
  const summary = host.state.value?.report;
  if (!summary) return null;
  return (
    <div class="mode-line report-legend">
      <LegendButton
        title={summary.title}
        detail={featureCountText(report.arrived.value, summary)}
        onZoom={() => view.show({ kind: 'report' })}
      />
      <Link label={l10n.t('Open Text')} onClick={() => report.reveal(undefined, true)} />
    </div>
  );
}

function featureCountText(arrived: number, report: NonNullable<MapState['report']>): string {
  const { featureCount, leftOut = 0, placeless } = report;
  const drawn = featuresText(arrived, featureCount + leftOut);
  return placeless === undefined
    ? drawn
    : `${drawn}, ${l10n.t('{0} without a geometry', countText(placeless))}`;
}
