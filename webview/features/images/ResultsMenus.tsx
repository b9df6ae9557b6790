import * as l10n from '@vscode/l10n';
import type { ToHost } from '../../../src/protocol/protocol.ts';
import type { Host } from '../../ground/host.ts';
import { MenuButton, type MenuItem, type MenuSection } from '../../ui/MenuButton.tsx';
import { columnIds, columns } from './columns.ts';
import type { ImageStore } from './imageStore.ts';
import { groupings, type ResultsLook, startsDescending, withColumn } from './resultsLook.ts';
import type { ResultsModel } from './resultsModel.ts';
import { imageCount } from './words.ts';

/** A part above the list that can be closed. */
export interface Fold {
  isOpen: boolean;
  set: (isOpen: boolean) => void;
}

export function createMenuItem({ post }: Pick<Host, 'post'>) {
  return (label: string, message: ToHost, disabledBecause?: string): MenuItem => ({
    label,
    onSelect: () => post(message),
    disabledBecause,
  });
}

interface ChoiceProps {
  host: Host;
  found: ImageStore;
  results: ResultsModel;
}

/** Swath chooses images. */
function choiceSections({ host, found }: Omit<ChoiceProps, 'results'>): MenuSection[] {
  const item = createMenuItem(host);
  const whyNot = () => {
    if (host.state.value?.aoi === undefined) return l10n.t('Select an area of interest first.');
    return found.rows.value.length === 0 ? l10n.t('No images match') : undefined;
  };
  const choose = (wish: 'fewest' | 'newest' | 'clearest' | 'pair') => ({ kind: 'choose', wish }) as const;
  return [
    {
      title: l10n.t('That cover the area together'),
      items: [
        item(l10n.t('Fewest images'), choose('fewest'), whyNot()),
        item(l10n.t('Newest images'), choose('newest'), whyNot()),
        item(l10n.t('Clearest images'), choose('clearest'), whyNot()),
      ],
    },
    {
      title: l10n.t('To detect changes'),
      items: [item(l10n.t('Best pair'), choose('pair'), whyNot())],
    },
  ];
}

export function ChooseMenu(stores: ChoiceProps) {
  return <MenuButton name={l10n.t('Choose images for me')} sections={() => choiceSections(stores)} />;
}

/** Which column the images are sorted by, and in which direction. */
export function SortMenu({ found, results: { settings, setSort } }: Omit<ChoiceProps, 'host'>) {
  const { sort } = settings.value;
  const hasRates = [...found.pins.value.values()].some(({ creditsPerKm2 }) => creditsPerKm2 !== undefined);
  const noRates = hasRates
    ? undefined
    : l10n.t('Price an order of a single image of the shortlist for this area first.');
  const asFound: MenuItem = {
    label: l10n.t('As found'),
    isChosen: sort === undefined,
    onSelect: () => setSort(undefined),
  };
  const byColumn = columnIds.map((by): MenuItem => ({
    label: columns[by].label(),
    isChosen: sort?.by === by,
    onSelect: () => setSort({ by, descending: startsDescending(by) }),
    disabledBecause: by === 'rate' ? noRates : undefined,
  }));
  const directions = [false, true].map((descending): MenuItem => ({
    label: descending ? l10n.t('Descending') : l10n.t('Ascending'),
    isChosen: sort?.descending === descending,
    onSelect: () => sort && setSort({ ...sort, descending }),
  }));
  return (
    <MenuButton
      name={l10n.t('Sort')}
      choice={sort && `${columns[sort.by].label()} ${sort.descending ? '↓' : '↑'}`}
      sections={() => [...(sort ? [{ items: directions }] : []), { items: [asFound, ...byColumn] }]}
    />
  );
}

interface ViewMenuProps {
  results: ResultsModel;
  availability: Fold;
}

/** How the images are shown. */
export function ViewMenu({ results, availability }: ViewMenuProps) {
  const { change, settings, layout, area } = results;
  const { group, columns: visible } = settings.value;
  const layouts: [ResultsLook['layout'], string][] = [
    ['cards', l10n.t('List')],
    ['table', l10n.t('Table')],
    ['area', l10n.t('Area view')],
  ];
  const groupNames = { none: l10n.t('No groups'), day: l10n.t('Day'), strip: l10n.t('Strip') };
  const noArea = area.frame.value ? undefined : l10n.t('Select an area of interest first.');
  const sections = (): MenuSection[] => [
    {
      items: layouts.map(([value, label]) => ({
        label,
        isChosen: layout.value === value,
        onSelect: () => change({ layout: value }),
        disabledBecause: value === 'area' ? noArea : undefined,
      })),
    },
    {
      items: [
        {
          label: l10n.t('Availability over time'),
          isChecked: availability.isOpen,
          onSelect: () => availability.set(!availability.isOpen),
        },
      ],
    },
    {
      title: l10n.t('Group by'),
      items: groupings.map(grouping => ({
        label: groupNames[grouping],
        isChosen: group === grouping,
        onSelect: () => change({ group: grouping }),
      })),
    },
    ...(layout.value === 'table'
      ? [
          {
            title: l10n.t('Columns'),
            items: columnIds.map(column => ({
              label: columns[column].label(),
              isChecked: visible.includes(column),
              onSelect: () => change({ columns: withColumn(visible, column, !visible.includes(column)) }),
            })),
          },
        ]
      : []),
  ];
  return <MenuButton name={l10n.t('View')} sections={sections} />;
}

export function MoreMenu({ host, found, results }: ChoiceProps) {
  const item = createMenuItem(host);
  function sections(): MenuSection[] {
    const { hasMore, phase, aoi } = host.state.value ?? {};
    const { ids } = results.arrangement.value;
    const { showsDuplicates } = results.settings.value;
    // In list order; images that are currently hidden come last.
    const hidden = new Set(found.selected.value);
    const chosen = [...ids.filter(id => hidden.delete(id)), ...hidden];
    const more: MenuItem = {
      label: l10n.t('Load more'),
      onSelect: () => results.load('more'),
      disabledBecause: phase?.kind === 'searching' ? l10n.t('Loading images…') : undefined,
    };
    const duplicates: MenuItem = {
      label: l10n.t('Show ALBUM duplicates'),
      isChecked: showsDuplicates,
      onSelect: () => results.change({ showsDuplicates: !showsDuplicates }),
    };
    const noArea = aoi === undefined ? l10n.t('Select an area of interest first.') : undefined;
    return [
      ...(hasMore && !found.isStale.value ? [{ items: [more] }] : []),
      { items: [duplicates] },
      {
        items: [
          ...(ids.length > 0
            ? [
                item(l10n.t('Export all shown ({0})…', imageCount(ids.length)), {
                  kind: 'export',
                  ids,
                }),
              ]
            : []),
          ...(chosen.length > 0
            ? [
                item(l10n.t('Export the selection ({0})…', imageCount(chosen.length)), {
                  kind: 'export',
                  ids: chosen,
                }),
              ]
            : []),
        ],
      },
      {
        items: [
          item(l10n.t('Save search…'), { kind: 'saveSearch' }, noArea),
          item(l10n.t('Copy link to the search'), { kind: 'copySearchLink' }, noArea),
          item(l10n.t('Copy search as Python, curl…'), { kind: 'copySearchRequest' }, noArea),
          item(l10n.t('Open Shortlist…'), { kind: 'openShortlist' }),
        ],
      },
    ];
  }

  const dots = 'M3.5 8h.01M8 8h.01M12.5 8h.01';
  return <MenuButton name={l10n.t('More actions')} iconPath={dots} class="dots" sections={sections} />;
}
