import * as l10n from '@vscode/l10n';
import type { PageModel } from '../app/pageModel.ts';
import { ChipList } from '../ui/ChipList.tsx';
import { Button, ProgressRing } from '../ui/controls.tsx';
import { countText, loadingAll, shownCount, totalText, unreadableText } from '../ui/format.ts';
import { IconButton, iconPaths, Link } from '../ui/icon.tsx';
import { MenuButton } from '../ui/MenuButton.tsx';
import { spanText } from './availability.ts';
import { itemsOf, MoreMenu } from './ResultsMenus.tsx';
import type { ResultsModel } from './resultsModel.ts';

export interface Fold {
  id: string;
  isOpen: boolean;
  set: (isOpen: boolean) => void;
}

interface ResultsHeadProps {
  page: PageModel;
  results: ResultsModel;
  availability: Fold;
  arranging: Fold;
}

/** How many images are found and hidden, how the list is filtered, and the actions for all of them. */
export function ResultsHead({ page, results, availability, arranging }: ResultsHeadProps) {
  const state = page.state.value;
  const isStale = page.stale.value;
  // What the host has: when loading is canceled, the rest of that is still on its way to the list.
  const total = state && !isStale ? totalText(state.imageCount, state) : l10n.t('Searching…');
  const capped = l10n.t("The service doesn't count beyond this. Choose “Load all” for the exact number.");
  return (
    <div class="results-top">
      <div class="results-head">
        <span class="total" title={state?.totalIsCap ? capped : total}>
          {total}
        </span>
        {(state?.phase.kind === 'searching' || isStale) && <ProgressRing />}
        <span class="bar-buttons">
          <AreaViewButton results={results} />
          <FoldButton
            name={l10n.t('Availability over time')}
            path="M2.5 13.5h11M4 13V9M7 13V4M10 13V7M13 13v-3"
            fold={availability}
          />
          <FoldButton
            name={l10n.t('Sort, group and filter')}
            path="M2.5 4h11M4.5 8h7M6.5 12h3"
            fold={arranging}
          />
          <MoreMenu page={page} results={results} />
        </span>
      </div>
      <Status page={page} results={results} />
      <ClearStatus page={page} />
      <Chips page={page} results={results} />
    </div>
  );
}

/** Switches between the chips of the active area and the cards. */
function AreaViewButton({ results: { layout, area, change } }: { results: ResultsModel }) {
  const isOn = layout.value === 'area';
  const whyNot = area.frame.value ? undefined : l10n.t('Select an area of interest first.');
  return (
    <IconButton
      class="bar-button"
      name={l10n.t('Area view')}
      path="M2.5 2.5h4.5v4.5h-4.5zM9 2.5h4.5v4.5h-4.5zM2.5 9h4.5v4.5h-4.5zM9 9h4.5v4.5h-4.5z"
      title={whyNot ?? l10n.t('Area view')}
      aria-pressed={isOn}
      aria-disabled={whyNot !== undefined}
      onClick={() => whyNot === undefined && change({ layout: isOn ? 'cards' : 'area' })}
    />
  );
}

function FoldButton({ name, path, fold }: { name: string; path: string; fold: Fold }) {
  return (
    <IconButton
      class="bar-button"
      name={name}
      path={path}
      aria-controls={fold.id}
      aria-expanded={fold.isOpen}
      onClick={() => fold.set(!fold.isOpen)}
    />
  );
}

interface ResultsProps {
  page: PageModel;
  results: ResultsModel;
}

/** How many images are hidden, with a button that shows all. */
function Status({ page, results }: ResultsProps) {
  const state = page.state.value;
  const isStale = page.stale.value;
  const { rows, filteredCount, duplicateCount } = results.arrangement.value;
  const unreadable = (!isStale && state?.unreadable) || 0;
  const hidden = shownCount(rows.length, { filtered: filteredCount, duplicates: duplicateCount, unreadable });
  const isSearching = state?.phase.kind === 'searching';
  /** Progress of loading all matches, beyond one page: 0 to 1. */
  const covered = state?.phase.kind === 'searching' ? state.phase.covered : undefined;
  const progress = covered === undefined || !state ? undefined : loadingAll(state, covered);
  const isGettingAll = progress !== undefined;
  const hasMore = state?.hasMore === true && !isStale;
  if (!isGettingAll && !hasMore && hidden === undefined) return null;
  const loaded = countText(results.images.value.rows.length);
  const isPartlySorted = hasMore && !results.isSortedWhole.value;
  const parts = [isPartlySorted && l10n.t('Sorted: only the {0} loaded', loaded), hidden].filter(Boolean);
  const words = progress?.text ?? parts.join(' · ');
  const details = [words, ...(unreadable > 0 ? [unreadableText(unreadable)] : [])];
  return (
    <div class="results-status small">
      <span class="quiet ellipsis" title={details.join('\n')}>
        {words}
      </span>
      {!isGettingAll && filteredCount > 0 && (
        <Link label={l10n.t('Show all')} onClick={results.clearFilters} />
      )}
      {isGettingAll && <progress max={1} value={progress.share} aria-label={l10n.t('Loading all images')} />}
      {(isGettingAll || hasMore) && (
        <Button
          label={isGettingAll ? l10n.t('Cancel') : l10n.t('Load all')}
          disabledBecause={isSearching && !isGettingAll ? l10n.t('Loading images…') : undefined}
          onPress={() => (isGettingAll ? page.post({ kind: 'cancelSearch' }) : results.load('all'))}
        />
      )}
    </div>
  );
}

function Chips({ page, results: { span, widen } }: ResultsProps) {
  const only = page.state.value?.only;
  const time = span.value;
  const chips = [
    ...(only === undefined ? [] : [{ key: 'only', label: only, remove: widen }]),
    ...(time ? [{ key: 'time', label: spanText(time), remove: () => (span.value = undefined) }] : []),
  ];
  return (
    <ChipList kind="result" name={l10n.t('Active filters')} chips={chips}>
      {page.pins.value.size > 0 && <ShortlistChip page={page} />}
    </ChipList>
  );
}

/** How far the clear share of the area is estimated, while it is shown, sorted or filtered by. */
function ClearStatus({ page: { clear } }: { page: PageModel }) {
  const progress = clear.progress.value;
  if (!progress) return null;
  const { known, count, isOver } = progress;
  const text = l10n.t('Clear here: {0} of {1} estimated', countText(known), countText(count));
  return (
    <div class="results-status small">
      <span class="quiet ellipsis" title={text}>
        {text}
      </span>
      {isOver ? (
        <Button
          label={l10n.t('Estimate more')}
          title={l10n.t('Loads the quicklooks of the next {0} images.', countText(clear.atFirst))}
          onPress={clear.more}
        />
      ) : (
        <progress max={count} value={known} aria-label={text} />
      )}
    </div>
  );
}

/** Switches between the pinned images and those of the search; with a menu for all pinned images. */
function ShortlistChip({ page }: { page: PageModel }) {
  const item = itemsOf(page);
  const isShown = page.state.value?.shortlist?.isShown ?? false;
  const name = l10n.t('Shortlist ({0})', countText(page.pins.value.size));
  return (
    <li class="result-chip shortlist-chip">
      <button
        type="button"
        aria-pressed={isShown}
        title={l10n.t('Show only the pinned images')}
        onClick={() => page.post({ kind: isShown ? 'hideShortlist' : 'showShortlist' })}
      >
        {name}
      </button>
      <MenuButton
        name={l10n.t('Shortlist actions')}
        iconPath={iconPaths.unfold}
        class="chip-menu"
        sections={() => [
          {
            items: [
              item(l10n.t('Draft Order…'), { kind: 'draftShortlist' }),
              item(l10n.t('Draft Orders for All Areas…'), { kind: 'draftShortlistBatch' }),
            ],
          },
          {
            items: [
              item(l10n.t('Save Shortlist…'), { kind: 'saveShortlist' }),
              item(l10n.t('Open Shortlist…'), { kind: 'openShortlist' }),
              item(l10n.t('Clear Shortlist'), { kind: 'clearShortlist' }),
            ],
          },
        ]}
      />
    </li>
  );
}
