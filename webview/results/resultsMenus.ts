import * as l10n from '@vscode/l10n';
import type { ToHost } from '../../src/shared/protocol.ts';
import { imageCount } from '../ui/format.ts';
import type { PageModel } from '../app/pageModel.ts';
import { menuButton, type MenuItem, type MenuSection } from '../ui/menuButton.ts';
import type { ResultsModel } from './resultsModel.ts';

/** Lets Swath choose images, by a wish. */
export function createChooseMenu(model: PageModel, post: (message: ToHost) => void): HTMLElement {
  const star = 'M8 2l1.8 3.9 4.2.5-3.1 2.9.8 4.2L8 11.4l-3.7 2.1.8-4.2L2 6.4l4.2-.5z';
  const wish = (label: string, message: ToHost): MenuItem => ({
    label,
    does: () => post(message),
    disabledBecause: whyNoChoice(model),
  });
  return menuButton(l10n.t('Choose images for me'), { iconPath: star }, () => [
    {
      title: l10n.t('That cover the area together'),
      items: [
        wish(l10n.t('Fewest images'), { kind: 'bestCover', wish: 'fewest' }),
        wish(l10n.t('Newest images'), { kind: 'bestCover', wish: 'newest' }),
        wish(l10n.t('Clearest images'), { kind: 'bestCover', wish: 'clearest' }),
      ],
    },
    {
      title: l10n.t('To detect changes'),
      items: [wish(l10n.t('Best pair'), { kind: 'bestPair' })],
    },
  ]);
}

function whyNoChoice({ state, images }: PageModel): string | undefined {
  if (state.peek()?.aoi === undefined) return l10n.t('Choose an area of interest first.');
  return images.peek().rows.length === 0 ? l10n.t('Search for images first.') : undefined;
}

/** What is done with the results as a whole. */
export function createMoreMenu(
  model: PageModel,
  results: ResultsModel,
  post: (message: ToHost) => void,
): HTMLElement {
  const dots = 'M3.5 8h.01M8 8h.01M12.5 8h.01';
  const button = menuButton(l10n.t('More actions'), { iconPath: dots }, () => [
    loading(model, results),
    duplicates(results),
    exporting(l10n.t('Export all shown: {0}', imageCount(shownIds(results).length)), shownIds(results), post),
    exporting(
      l10n.t('Export the selection: {0}', imageCount(selectedInOrder(model, results).length)),
      selectedInOrder(model, results),
      post,
    ),
    {
      items: [
        {
          label: l10n.t('Save search…'),
          does: () => post({ kind: 'saveSearch' }),
          disabledBecause:
            model.state.peek()?.aoi === undefined ? l10n.t('Choose an area first.') : undefined,
        },
      ],
    },
  ]);
  button.classList.add('dots');
  return button;
}

function loading({ state, stale }: PageModel, { more }: ResultsModel): MenuSection {
  const shown = state.peek();
  if (!shown?.hasMore || stale.peek()) return { items: [] };
  const disabledBecause =
    shown.phase.kind === 'searching' ? l10n.t('More images are on their way.') : undefined;
  return { items: [{ label: l10n.t('Load more'), does: more, disabledBecause }] };
}

function duplicates({ look, change }: ResultsModel): MenuSection {
  const isChecked = look.peek().showsTwins;
  const does = () => change({ showsTwins: !look.peek().showsTwins });
  return { items: [{ label: l10n.t('Show ALBUM twins'), isChecked, does }] };
}

function exporting(title: string, ids: readonly string[], post: (message: ToHost) => void): MenuSection {
  if (ids.length === 0) return { items: [] };
  const to = (label: string, format: 'geojson' | 'csv' | 'ids'): MenuItem => ({
    label,
    does: () => post({ kind: 'export', format, ids }),
  });
  return {
    title,
    items: [
      to(l10n.t('As GeoJSON…'), 'geojson'),
      to(l10n.t('As CSV…'), 'csv'),
      to(l10n.t('As a list of ids…'), 'ids'),
    ],
  };
}

function shownIds({ arrangement }: ResultsModel): readonly string[] {
  return arrangement.peek().ids;
}

/** In the order of the list; what is hidden for now comes last. */
function selectedInOrder({ selected }: PageModel, results: ResultsModel): readonly string[] {
  const chosen = new Set(selected.peek());
  const listed = shownIds(results).filter(id => chosen.delete(id));
  return [...listed, ...chosen];
}
