import * as l10n from '@vscode/l10n';
import type { PageModel } from '../app/pageModel.ts';
import { Select, Slider, type SliderProps } from '../ui/controls.tsx';
import { degreesText, percentText } from '../ui/format.ts';
import { IconButton } from '../ui/icon.tsx';
import { MenuButton } from '../ui/MenuButton.tsx';
import { columnIds, columns } from './columns.ts';
import { groupings, startsDescending, withColumn } from './resultsLook.ts';
import { anyAngle } from './arrangement.ts';
import type { ResultsModel } from './resultsModel.ts';

/** How the images are sorted, grouped and shown, and the minimum coverage for an image to be shown. */
export function ArrangeBar({ page, results, id }: { page: PageModel; results: ResultsModel; id: string }) {
  const { change, setSort, setLimits } = results;
  const { sort, group, columns: shown } = results.look.value;
  const isTable = results.layout.value === 'table';
  const isFilmstrip = results.isFilmstrip.value;
  const { minCover, minClear, maxAngle } = results.limits.value;
  const angle = maxAngle > angles.max ? l10n.t('Any') : degreesText(maxAngle);
  const noArea = page.state.value?.aoi ? undefined : l10n.t('Select an area of interest first.');
  const percentOfArea = (percent: number) => ({
    ...{ min: 0, max: 100, step: 1, value: percent, text: percentText(percent) },
    ...(noArea !== undefined && { disabled: true, title: noArea }),
  });
  const direction = sort?.descending ? l10n.t('Descending') : l10n.t('Ascending');
  const names = { none: l10n.t('No groups'), day: l10n.t('Day'), strip: l10n.t('Strip') };
  return (
    <div class="arrange-bar" id={id}>
      <div class="bar-line">
        {!isFilmstrip && (
          <>
            <Select
              name={l10n.t('Sort by')}
              options={[
                ['', l10n.t('As found')],
                ...columnIds.map(column => [column, columns[column].label()] as const),
              ]}
              value={sort?.by ?? ''}
              onChange={value => {
                const by = columnIds.find(column => column === value);
                setSort(by && { by, descending: startsDescending(by) });
              }}
            />
            {sort && (
              <IconButton
                class={sort.descending ? 'bar-button descending' : 'bar-button'}
                name={direction}
                path="M5 13V3M2.5 5.5L5 3l2.5 2.5"
                onClick={() => setSort({ ...sort, descending: !sort.descending })}
              />
            )}
            <Select
              name={l10n.t('Group by')}
              options={groupings.map(grouping => [grouping, names[grouping]])}
              value={group}
              onChange={value => change({ group: groupings.find(one => one === value) ?? 'none' })}
            />
          </>
        )}
        <button
          type="button"
          class="bar-button with-text"
          aria-pressed={isTable}
          onClick={() => change({ layout: isTable ? 'cards' : 'table' })}
        >
          {l10n.t('Table')}
        </button>
        {isTable && (
          <MenuButton
            name={l10n.t('Columns')}
            sections={() => [
              {
                items: columnIds.map(column => ({
                  label: columns[column].label(),
                  isChecked: shown.includes(column),
                  does: () => change({ columns: withColumn(shown, column, !shown.includes(column)) }),
                })),
              },
            ]}
          />
        )}
      </div>
      <Limit
        id="results-max-angle"
        label={l10n.t('Maximum incidence angle: {0}', angle)}
        {...angles}
        value={Math.min(maxAngle, angles.max)}
        text={angle}
        onChange={degrees => setLimits({ maxAngle: degrees === angles.max ? anyAngle : degrees })}
      />
      <Limit
        id="results-min-cover"
        label={l10n.t('Minimum coverage: {0} %', minCover)}
        {...percentOfArea(minCover)}
        onChange={percent => setLimits({ minCover: percent })}
      />
      <Limit
        id="results-min-clear"
        label={l10n.t('Minimum clear here: {0} %', minClear)}
        {...percentOfArea(minClear)}
        title={
          noArea ??
          l10n.t('Estimates from quicklooks how clear the area is, and hides images that are cloudier.')
        }
        onChange={percent => setLimits({ minClear: percent })}
      />
    </div>
  );
}

/** The slider's last step is any angle. */
const angles = { min: 5, max: 60, step: 1 };

/** A slider that hides images. */
function Limit({ label, ...slider }: SliderProps & { label: string }) {
  return (
    <div class="bar-line">
      <label for={slider.id}>{label}</label>
      <Slider {...slider} />
    </div>
  );
}
