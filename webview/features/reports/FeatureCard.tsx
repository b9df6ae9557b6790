import * as l10n from '@vscode/l10n';
import { render } from 'preact';
import { useRef } from 'preact/hooks';
import { propertyText } from '../../../src/features/reports/rules/reportFilter.ts';
import { CloseButton, Link } from '../../ui/icon.tsx';
import type { ReportModel } from './reportModel.ts';
import { timeText } from './tableColumns.ts';

/** The feature of the report that was selected last: all its properties, and a link to its text. */
export function FeatureCard({ report }: { report: ReportModel }) {
  const section = useRef<HTMLElement>(null);
  const place = report.chosen.value;
  const features = report.features.value;
  if (place === undefined || place >= features.length) return null;
  const name = report.featureName(place);
  const close = () => {
    // Back to the stepper, which leads to the next one.
    const steps = section.current?.parentElement?.querySelectorAll<HTMLElement>('.report-steps button');
    if (section.current?.matches(':focus-within')) [...(steps ?? [])].at(-1)?.focus();
    report.choose(undefined);
  };
  return (
    <section
      ref={section}
      class="feature-card"
      aria-label={l10n.t('Feature')}
      onKeyDown={event => {
        if (event.key !== 'Escape') return;
        event.preventDefault();
        event.stopPropagation();
        close();
      }}
    >
      <div class="feature-head">
        <span class="ellipsis card-name" title={name}>
          {name}
        </span>
        <CloseButton onClick={close} />
      </div>
      <div class="feature-properties" tabindex={0} role="group" aria-label={l10n.t('Properties')}>
        <PropertyTable report={report} place={place} maxRows={60} />
      </div>
      <Link label={l10n.t('Go to Text')} onClick={() => report.reveal(place, true)} />
    </section>
  );
}

export function propertyTable(report: ReportModel, place: number): HTMLElement {
  const element = document.createElement('div');
  render(<PropertyTable report={report} place={place} maxRows={12} />, element);
  return element;
}

/** Longer names and values are one above the other. Characters. */
const beside = { name: 16, value: 20 } as const;

interface PropertyTableProps {
  report: Pick<ReportModel, 'features' | 'called'>;
  place: number;
  /** The editor's text contains all of them. */
  maxRows: number;
}

/** Properties of a report's feature; they are foreign and are shown only as text. */
export function PropertyTable({ report, place, maxRows }: PropertyTableProps) {
  const entries = Object.entries(report.features.value.propertiesAt(place));
  if (entries.length === 0) return <span>{l10n.t('No properties')}</span>;
  return (
    <table class="properties">
      {entries.length > maxRows && <caption>{l10n.t('and {0} more', entries.length - maxRows)}</caption>}
      {entries.slice(0, maxRows).map(([name, value]) => {
        const { label, isTime } = report.called(name);
        const text = (isTime && timeText(value)) || cardText(value);
        const isLong = label.length > beside.name || text.length > beside.value;
        return (
          <tr class={isLong ? 'stacked' : ''}>
            <th scope="row">{clipped(label)}</th>
            <td>{clipped(text)}</td>
          </tr>
        );
      })}
    </table>
  );
}

function cardText(value: unknown): string {
  return value === '' ? '' : propertyText(value) || '–';
}

function clipped(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}…` : text;
}
