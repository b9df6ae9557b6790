import * as l10n from '@vscode/l10n';
import { shareText } from '../../../src/base/words/areaText.ts';
import { ownProperties } from '../../../src/features/reports/rules/ownProperties.ts';
import { Select } from '../../ui/controls.tsx';
import { countText, featuresText } from '../../ui/format.ts';
import type { ReportModel } from './reportModel.ts';

export function ColoringSelect({ report }: { report: ReportModel }) {
  const name = l10n.t('Color the report by');
  return (
    <label class="coloring">
      <span class="quiet">{name}</span>
      <Select
        name={name}
        // No property has an empty name, so '' stands for a single color.
        options={[
          ...report.properties.value.map(({ name }) => [name, report.called(name).label] as const),
          ['', l10n.t('Single color')],
        ]}
        value={report.coloring.value ?? ''}
        onChange={property => report.colorBy(property || undefined)}
      />
    </label>
  );
}

/** The classes with their colors and counts of what passes the filter. Hovering highlights a class, clicking hides or shows it. */
export function ClassList({ report, name }: { report: ReportModel; name: string }) {
  const { classes, classIndexes } = report.classing.value;
  const hasOutside = classes.some(({ label }) => label.startsWith('outside'));
  const hovered = report.hovered.value;
  const counts = report.classCounts.value;
  const maxCount = Math.max(1, ...counts);
  const all = Math.max(
    1,
    counts.reduce((sum, count) => sum + count, 0),
  );

  const point = (place: number) => (report.hoveredClass.value = place);
  const leave = (place: number) => {
    if (report.hoveredClass.peek() === place) report.hoveredClass.value = undefined;
  };
  return (
    <>
      <ul class="report-classes" aria-label={l10n.t('Classes by {0}', report.called(name).label)}>
        {classes.map(({ label, color }, place) => {
          const count = counts[place] ?? 0;
          const isHidden = report.hidden.value[place] === true;
          const isLit = hovered !== undefined && classIndexes[hovered] === place;
          return (
            <li>
              <button
                type="button"
                class={isLit ? 'class-row lit' : 'class-row'}
                aria-pressed={!isHidden}
                title={l10n.t('Show or hide on the map')}
                style={{ '--part': `${(count / maxCount) * 100}%`, '--color': `var(--swath-class-${color})` }}
                onClick={() => report.toggle(place)}
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
                <span class="quiet class-share">{shareText(count / all)}</span>
                <span class="visually-hidden">{featuresText(count)}</span>
              </button>
            </li>
          );
        })}
      </ul>
      {name === ownProperties.change && (
        <p class="quiet small class-note">
          {[
            l10n.t('Compared by place.'),
            ...(hasOutside ? [l10n.t('“outside”: not covered by that report.')] : []),
            l10n.t('Clouds can look like a change.'),
          ].join(' ')}
        </p>
      )}
    </>
  );
}
