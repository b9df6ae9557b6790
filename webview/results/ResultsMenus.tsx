import * as l10n from '@vscode/l10n';
import type { PageModel } from '../app/pageModel.ts';
import { imageCount } from '../ui/format.ts';
import { MenuButton, type MenuItem, type MenuSection } from '../ui/MenuButton.tsx';
import type { ResultsModel } from './resultsModel.ts';

/** Lets Swath choose images, by a wish. */
export function ChooseMenu({ page: { post, state, images } }: { page: PageModel }) {
  const whyNot = () => {
    if (state.value?.aoi === undefined) return l10n.t('Choose an area of interest first.');
    return images.value.rows.length === 0 ? l10n.t('Search for images first.') : undefined;
  };
  const cover = (wish: 'fewest' | 'newest' | 'clearest', label: string): MenuItem => ({
    label,
    does: () => post({ kind: 'bestCover', wish }),
    disabledBecause: whyNot(),
  });
  return (
    <MenuButton
      name={l10n.t('Choose images for me')}
      iconPath="M8 2l1.8 3.9 4.2.5-3.1 2.9.8 4.2L8 11.4l-3.7 2.1.8-4.2L2 6.4l4.2-.5z"
      sections={() => [
        {
          title: l10n.t('That cover the area together'),
          items: [
            cover('fewest', l10n.t('Fewest images')),
            cover('newest', l10n.t('Newest images')),
            cover('clearest', l10n.t('Clearest images')),
          ],
        },
        {
          title: l10n.t('To detect changes'),
          items: [
            {
              label: l10n.t('Best pair'),
              does: () => post({ kind: 'bestPair' }),
              disabledBecause: whyNot(),
            },
          ],
        },
      ]}
    />
  );
}

/** What is done with the results as a whole. */
export function MoreMenu({ page, results }: { page: PageModel; results: ResultsModel }) {
  const { post, state, stale, selected } = page;

  function sections(): MenuSection[] {
    const told = state.value;
    const { ids } = results.arrangement.value;
    const { showsTwins } = results.look.value;
    // In the order of the list; what is hidden for now comes last.
    const hidden = new Set(selected.value);
    const chosen = [...ids.filter(id => hidden.delete(id)), ...hidden];
    const isSearching = told?.phase.kind === 'searching';
    const more: MenuItem = {
      label: l10n.t('Load more'),
      does: () => results.load('more'),
      disabledBecause: isSearching ? l10n.t('More images are on their way.') : undefined,
    };
    return [
      { items: told?.hasMore && !stale.value ? [more] : [] },
      {
        items: [
          {
            label: l10n.t('Show ALBUM twins'),
            isChecked: showsTwins,
            does: () => results.change({ showsTwins: !showsTwins }),
          },
        ],
      },
      exporting(l10n.t('Export all shown: {0}', imageCount(ids.length)), ids),
      exporting(l10n.t('Export the selection: {0}', imageCount(chosen.length)), chosen),
      {
        items: [
          {
            label: l10n.t('Save search…'),
            does: () => post({ kind: 'saveSearch' }),
            disabledBecause: told?.aoi === undefined ? l10n.t('Choose an area first.') : undefined,
          },
        ],
      },
    ];
  }

  function exporting(title: string, ids: readonly string[]): MenuSection {
    const to = (format: 'geojson' | 'csv' | 'ids', label: string): MenuItem => ({
      label,
      does: () => post({ kind: 'export', format, ids }),
    });
    return {
      title,
      items:
        ids.length === 0
          ? []
          : [
              to('geojson', l10n.t('As GeoJSON…')),
              to('csv', l10n.t('As CSV…')),
              to('ids', l10n.t('As a list of ids…')),
            ],
    };
  }

  return (
    <MenuButton
      name={l10n.t('More actions')}
      iconPath="M3.5 8h.01M8 8h.01M12.5 8h.01"
      class="dots"
      sections={sections}
    />
  );
}
