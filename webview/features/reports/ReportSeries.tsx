import * as l10n from '@vscode/l10n';
import { useEffect } from 'preact/hooks';
import { isoDay } from '../../../src/base/words/moment.ts';
import type { SeriesReport } from '../../../src/protocol/protocol.ts';
import type { Host } from '../../ground/host.ts';
import { featuresText } from '../../ui/format.ts';
import { ChartPlot } from './ChartPlot.tsx';
import type { ReportClass } from './reportClasses.ts';
import type { ReportModel } from './reportModel.ts';
import type { SeriesStore } from './seriesStore.ts';
import type { SideTabs } from './sideTabs.ts';

interface ReportSeriesProps {
  host: Host;
  report: ReportModel;
  series: SeriesStore;
  tabs: SideTabs;
}

/** The reports of one analytic and area: each point leads to its report. */
export function ReportSeries({ host: { post, state }, report, series: store, tabs }: ReportSeriesProps) {
  const reportId = state.value?.report?.id;
  useEffect(() => {
    const controller = new AbortController();
    if (reportId !== undefined) void store.read(reportId, controller.signal);
    return () => controller.abort();
  }, [reportId]);
  useEffect(() => store.forget, []);

  const open = (id: string) => {
    tabs.stay();
    post({ kind: 'openReport', orderId: id });
  };
  const { unread = 1, series: { problem, orderId, reports } = { reports: [] } } = store.current.value ?? {};
  const read = reports.flatMap(each => (each.counts ? [{ ...each, features: each.counts.features }] : []));
  const others = reports.filter(({ counts }) => !counts);
  const lines = seriesLines(read, report.coloring.value, report.classing.value.classes);
  const [from = 0, to = 0] = [read[0]?.time, read.at(-1)?.time];
  const max = Math.max(1, ...read.map(({ features }) => features));
  /** Percent of the width. */
  const xs = read.map(({ time }) => (to === from ? 50 : ((time - from) / (to - from)) * 100));
  const countY = (count: number) => 100 - (count / max) * 100;
  const polylinePoints = (counts: readonly number[]) =>
    counts.map((count, at) => `${xs[at]},${countY(count)}`).join(' ');
  const items = read.map(({ orderId: id, time, title, features }, at) => {
    const x = xs[at] ?? 0;
    // Up to the middle between two points.
    const start = (x + (xs[at - 1] ?? -x)) / 2;
    const end = (x + (xs[at + 1] ?? 200 - x)) / 2;
    const counts = lines.map(({ label, counts: all }) => `${label} ${all[at]}`);
    return {
      key: id,
      label: [isoDay(time), title, featuresText(features), ...counts].join(' · '),
      class: id === orderId ? 'chart-point shown' : 'chart-point',
      style: {
        left: `${start}%`,
        right: `${100 - end}%`,
        '--x': `${((x - start) / (end - start || 1)) * 100}%`,
        '--y': `${countY(features)}%`,
      },
      onClick: () => open(id),
    };
  });
  const color = (item: { color: string }) => ({ '--color': `var(--swath-class-${item.color})` });
  return (
    <>
      <h2>{l10n.t('Over time, all features')}</h2>
      <p role="status">
        {problem ??
          (unread > 0
            ? l10n.t('Reading reports: {0} left', unread)
            : read.length < 2 && l10n.t('Only one report of this area is downloaded.'))}
      </p>
      {read.length > 1 && (
        <ChartPlot
          name={l10n.t('Over time, all features')}
          max={max}
          items={items}
          ends={[isoDay(from), isoDay(to)]}
          summary={items.find(({ key }) => key === orderId)?.label ?? ''}
        >
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
            {lines.map(line => (
              <polyline points={polylinePoints(line.counts)} style={color(line)} />
            ))}
            <polyline points={polylinePoints(read.map(({ features }) => features))} />
          </svg>
        </ChartPlot>
      )}
      <ul class="chart-list">
        {read.length > 1 &&
          lines.map(line => (
            <li style={color(line)}>
              <span class="class-swatch" /> {line.label}
            </li>
          ))}
        {others.map(({ orderId: id, title, time, isOnDisk }) => (
          <li>
            <button type="button" class="link" onClick={() => open(id)}>
              {[
                l10n.t('ordered {0}', isoDay(time)),
                title,
                ...(isOnDisk ? [] : [l10n.t('not downloaded')]),
              ].join(' · ')}
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}

/**
 * The five most frequent values of a property, and how often each report contains them. None if a report contains too
 * many to be counted.
 *
 * @param classes colors of values
 */
export function seriesLines(
  reports: readonly SeriesReport[],
  name: string | undefined,
  classes: readonly ReportClass[],
) {
  const found = reports.map(({ counts }) => counts?.properties.find(property => property.name === name));
  // Classes of numbers are ranges, which differ from report to report.
  if (!classes.some(({ key }) => key.startsWith('=')) || found.some(facts => facts && !facts.values))
    return [];
  const words = new Set(found.flatMap(facts => facts?.values?.map(([word]) => word) ?? []));
  const lines = [...words].map(word => {
    const { label = word, color = 'rest' } = classes.find(({ key }) => key === `=${word}`) ?? {};
    const counts = found.map(facts => facts?.values?.find(([value]) => value === word)?.[1] ?? 0);
    return { label, color, counts, total: counts.reduce((sum, count) => sum + count, 0) };
  });
  return lines.sort((a, b) => b.total - a.total).slice(0, 5);
}
