import * as l10n from '@vscode/l10n';
import { useState } from 'preact/hooks';
import { shareText } from '../../src/model/words/areaText.ts';
import type { MapState } from '../../src/shared/protocol.ts';
import type { PageModel } from '../app/pageModel.ts';
import { LegendRow } from '../map/base/MapCard.tsx';
import { Select } from '../ui/controls.tsx';
import { countText, featuresText } from '../ui/format.ts';
import { IconButton, iconPaths, Link } from '../ui/icon.tsx';
import { FeatureSteps } from './FeatureSteps.tsx';
import type { ReportModel } from './reportModel.ts';

/** The title of the report on the map, how it is colored, and the stepper for its features. */
export function ReportLegend({ page }: { page: PageModel }) {
  const { findings } = page;
  const [isFolded, fold] = useState(false);
  const report = page.state.value?.report;
  if (!report) return null;
  const { length } = findings.features.value;
  const properties = findings.properties.value;
  const coloring = findings.coloring.value;
  return (
    <section class="map-legend report-legend" aria-label={l10n.t('Report')}>
      <LegendRow
        hasSwatch
        title={report.title}
        detail={countOf(findings.arrived.value, report)}
        onZoom={() => (page.target.value = { kind: 'report' })}
        onRemove={() => page.post({ kind: 'closeReport' })}
      />
      {findings.isWhole.value && report.featureCount > 0 && (
        <div class="report-body">
          <div class="report-coloring">
            {properties.length > 0 && <ColoringSelect findings={findings} />}
            {coloring !== undefined && (
              <IconButton
                class="step-button legend-fold"
                name={l10n.t('Classes by {0}', coloring)}
                path={iconPaths.unfold}
                aria-expanded={!isFolded}
                onClick={() => fold(!isFolded)}
              />
            )}
          </div>
          {coloring !== undefined && !isFolded && <ClassList findings={findings} name={coloring} />}
          <FeatureSteps findings={findings} all={featuresText(length)} />
          {findings.filter.value !== '' && (
            <Link label={l10n.t('Clear filter')} onClick={() => findings.filterBy('')} />
          )}
        </div>
      )}
    </section>
  );
}

export function ColoringSelect({ findings }: { findings: ReportModel }) {
  return (
    <Select
      name={l10n.t('Color the report by')}
      // No property has an empty name, so '' stands for a single color.
      options={[
        ...findings.properties.value.map(({ name }) => [name, name] as const),
        ['', l10n.t('Single color')],
      ]}
      value={findings.coloring.value ?? ''}
      onChange={name => findings.colorBy(name || undefined)}
    />
  );
}

/** The classes with their colors and counts. Hovering highlights a class, clicking hides or shows it. */
export function ClassList({ findings, name }: { findings: ReportModel; name: string }) {
  const { classes, classOf } = findings.classing.value;
  const hovered = findings.hovered.value;
  const most = Math.max(...classes.map(({ count }) => count));

  const point = (place: number) => (findings.hoveredClass.value = place);
  const leave = (place: number) => {
    if (findings.hoveredClass.peek() === place) findings.hoveredClass.value = undefined;
  };
  return (
    <ul class="report-classes" aria-label={l10n.t('Classes by {0}', name)}>
      {classes.map(({ label, count, color }, place) => {
        const isHidden = findings.hidden.value[place] === true;
        const isLit = hovered !== undefined && classOf[hovered] === place;
        return (
          <li>
            <button
              type="button"
              class={isLit ? 'class-row lit' : 'class-row'}
              aria-pressed={!isHidden}
              title={l10n.t('Show or hide on the map')}
              style={{ '--part': `${(count / most) * 100}%`, '--color': `var(--swath-class-${color})` }}
              onClick={() => findings.toggle(place)}
              onPointerEnter={() => point(place)}
              onFocus={() => point(place)}
              onPointerLeave={() => leave(place)}
              onBlur={() => leave(place)}
            >
              <span class="class-swatch" aria-hidden="true" />
              <span class="class-label ellipsis">{label}</span>
              <span class="quiet class-count" aria-hidden="true">
                {countText(count)}
              </span>
              <span class="quiet class-share">{shareText(count / classOf.length)}</span>
              <span class="visually-hidden">{featuresText(count)}</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

function countOf(arrived: number, report: NonNullable<MapState['report']>): string {
  const { featureCount, leftOut = 0, placeless } = report;
  const drawn = featuresText(arrived, featureCount + leftOut);
  return placeless === undefined
    ? drawn
    : `${drawn}, ${l10n.t('{0} without a geometry', countText(placeless))}`;
}
