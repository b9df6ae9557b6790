import * as l10n from '@vscode/l10n';
import { useMemo, useState } from 'preact/hooks';
import type { Host } from '../../ground/host.ts';
import { Select } from '../../ui/controls.tsx';
import { featuresText } from '../../ui/format.ts';
import { numberDistribution } from './chartNumbers.ts';
import { ChartPlot } from './ChartPlot.tsx';
import { fourDigits, mostInformative, rangeText } from './reportClasses.ts';
import { ClassList, ColoringSelect } from './ReportLegend.tsx';
import type { ReportModel } from './reportModel.ts';
import { ReportSeries } from './ReportSeries.tsx';
import type { SeriesStore } from './seriesStore.ts';
import type { SideTabs } from './sideTabs.ts';

interface ReportChartsProps {
  host: Host;
  report: ReportModel;
  series: SeriesStore;
  tabs: SideTabs;
}

export function ReportCharts({ host, report, series, tabs }: ReportChartsProps) {
  const { value: coloring } = report.coloring;
  return (
    <section id="side-charts" class="side-part charts" aria-label={l10n.t('Charts')} tabindex={-1}>
      {report.isWhole.value && report.properties.value.length === 0 && (
        <p class="quiet">{l10n.t('This report has no values to chart.')}</p>
      )}
      <Histogram report={report} />
      {report.properties.value.length > 0 && (
        <>
          <h2>{l10n.t('Classes')}</h2>
          <ColoringSelect report={report} />
          {coloring !== undefined && <ClassList report={report} name={coloring} />}
        </>
      )}
      <ReportSeries host={host} report={report} series={series} tabs={tabs} />
    </section>
  );
}

/** How a number is distributed over the features on the map. Pointing at a bar highlights its features. */
function Histogram({ report }: { report: ReportModel }) {
  const [selected, choose] = useState<string>();
  const numbers = report.properties.value.filter(({ isNumeric }) => isNumeric);
  const names = numbers.map(({ name }) => name);
  const { value: features } = report.features;
  const [name] = [selected, mostInformative(numbers, features.length), ...names].filter(
    candidate => candidate !== undefined && names.includes(candidate),
  );
  const { value: visible } = report.visible;
  const column = features.column(name ?? '');
  const found = useMemo(() => column && numberDistribution(column, report.isShown), [column, visible]);
  if (name === undefined) return null;

  const { label, unit = '' } = report.called(name);
  const withUnit = (text: string) => `${text} ${unit}`.trim();
  const valueText = (value: number) => withUnit(fourDigits(value));
  const bins = found?.bins ?? [];
  const max = Math.max(0, ...bins.map(({ places }) => places.length));
  const items = bins.map(({ from, to, places }) => ({
    key: from,
    label: `${withUnit(rangeText(from, to))} · ${featuresText(places.length)}`,
    class: places.length === 0 ? 'bar none' : 'bar',
    style: { '--part': `${(places.length / max) * 100}%` },
  }));
  return (
    <>
      <h2>{l10n.t('Distribution')}</h2>
      <Select
        name={l10n.t('Property')}
        options={names.map(option => [option, report.called(option).label])}
        value={name}
        onChange={choose}
      />
      {found && (
        <ChartPlot
          name={l10n.t('{0}: {1}', l10n.t('Distribution'), label)}
          max={max}
          items={items}
          ends={found.edges.map(valueText)}
          summary={l10n.t(
            'Median {0} (solid line) · mean {1} (dotted line)',
            valueText(found.median),
            valueText(found.mean),
          )}
          onPoint={index => (report.lit.value = bins[index]?.places ?? [])}
        >
          <i class="chart-mark" style={{ left: `${found.shareAt(found.median) * 100}%` }} />
          <i class="chart-mark mean" style={{ left: `${found.shareAt(found.mean) * 100}%` }} />
        </ChartPlot>
      )}
    </>
  );
}
