import * as l10n from '@vscode/l10n';
import type { Host } from '../../ground/host.ts';
import { Button, ProgressRing } from '../../ui/controls.tsx';
import { countText } from '../../ui/format.ts';
import { Link } from '../../ui/icon.tsx';
import type { ImageStore } from './imageStore.ts';
import { type Fold, MoreMenu, SortMenu, ViewMenu } from './ResultsMenus.tsx';
import type { ResultsModel } from './resultsModel.ts';
import { loadingAll, notImagesText, shownCount, totalText, unknownTexts } from './words.ts';

interface ResultsProps {
  host: Host;
  found: ImageStore;
  results: ResultsModel;
}

interface ResultsHeadProps extends ResultsProps {
  availability: Fold;
}

/** How many images are found and hidden, how they are arranged, and the actions for all of them. */
export function ResultsHead({ availability, ...stores }: ResultsHeadProps) {
  const { host, found, results } = stores;
  const state = host.state.value;
  const isStale = found.isStale.value;
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
          <SortMenu found={found} results={results} />
          <ViewMenu results={results} availability={availability} />
          <MoreMenu {...stores} />
        </span>
      </div>
      <Status {...stores} />
      <ClearStatus clear={results.clear} />
    </div>
  );
}

/** How many images are hidden, with a button that shows all. */
function Status({ host, found, results }: ResultsProps) {
  const state = host.state.value;
  const isStale = found.isStale.value;
  const arrangement = results.arrangement.value;
  const unreadable = (!isStale && state?.unreadable) || 0;
  const hidden = shownCount(arrangement, unreadable);
  const isSearching = state?.phase.kind === 'searching';
  /** Progress of loading all matches, beyond one page: 0 to 1. */
  const covered = state?.phase.kind === 'searching' ? state.phase.covered : undefined;
  const progress = covered === undefined || !state ? undefined : loadingAll(state, covered);
  const isGettingAll = progress !== undefined;
  const hasMore = state?.hasMore === true && !isStale;
  const incomplete = isStale ? undefined : state?.incomplete;
  if (!isGettingAll && !hasMore && hidden === undefined && incomplete === undefined) return null;
  const loaded = countText(results.images.value.rows.length);
  const parts = [
    incomplete,
    hasMore && !results.isSortedWhole.value && l10n.t('Sorted: only the {0} loaded', loaded),
    hasMore && results.isFiltered.value
      ? [
          l10n.t('{0} of the {1} loaded shown', countText(arrangement.rows.length), loaded),
          ...unknownTexts(arrangement.unknown),
        ].join(' · ')
      : hidden,
  ].filter(Boolean);
  const words = progress?.text ?? parts.join(' · ');
  const details = [words, hidden, unreadable > 0 && notImagesText(unreadable)].filter(Boolean);
  return (
    <div class="results-status small">
      <span class="quiet ellipsis" title={[...new Set(details)].join('\n')}>
        {words}
      </span>
      {!isGettingAll && arrangement.filteredCount > 0 && (
        <Link label={l10n.t('Show all')} onClick={results.clearFilters} />
      )}
      {isGettingAll && <progress max={1} value={progress.share} aria-label={l10n.t('Loading all images')} />}
      {(isGettingAll || hasMore || incomplete !== undefined) && (
        <Button
          label={isGettingAll ? l10n.t('Cancel') : l10n.t('Load all')}
          disabledBecause={isSearching && !isGettingAll ? l10n.t('Loading images…') : undefined}
          onPress={() => (isGettingAll ? host.post({ kind: 'cancelSearch' }) : results.load('all'))}
        />
      )}
    </div>
  );
}

/** How far the clear share of the area is estimated, while it is shown, sorted or filtered by. */
function ClearStatus({ clear }: Pick<ResultsModel, 'clear'>) {
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
          title={l10n.t('Loads the quicklooks of the next {0} images.', countText(clear.initialCount))}
          onPress={clear.more}
        />
      ) : (
        <progress max={count} value={known} aria-label={text} />
      )}
    </div>
  );
}
