import { effect, useSignal, type Signal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { useLayoutEffect } from 'preact/hooks';
import type { MapState } from '../../src/shared/protocol.ts';
import { coveredText, imageCount, shownText, totalText, unreadableText } from '../ui/format.ts';
import type { PageModel } from './pageModel.ts';

/** After so long without a change of the filters the counts are said, ms. */
const restMs = 600;

/**
 * Say to a screen reader what happened; the same is on screen, so these regions themselves cannot be seen. What is
 * chosen has one of its own: it changes while a search tells of itself.
 */
export function Announcers({ page }: { page: PageModel }) {
  const happened = useSignal('');
  const chosen = useSignal('');
  useLayoutEffect(() => {
    sayWhatHappens(page, happened);
    saySelection(page, chosen);
  }, []);
  return [happened, chosen].map(({ value }, index) => (
    <div key={index} class="visually-hidden" role="status" aria-live="polite">
      {value}
    </div>
  ));
}

function sayWhatHappens({ state, images, stale, hidden, findings, areas }: PageModel, said: Signal<string>) {
  let saidHidden = 0;
  let hiding: number | undefined;
  effect(() => {
    const told = state.value;
    if (told?.connection === undefined) return;
    const text = searchText(told, stale.value ? 0 : images.value.rows.length);
    if (text !== undefined) said.value = text;
    if (told.phase.kind !== 'done' || hidden.peek().size > 0) return;
    // Nothing is hidden of a new search, which says all there is to say.
    clearTimeout(hiding);
    saidHidden = 0;
  });
  effect(() => {
    const { size } = hidden.value;
    clearTimeout(hiding);
    if (size === saidHidden) return;
    // A slider that is dragged passes many counts.
    hiding = window.setTimeout(() => {
      saidHidden = size;
      const shown = images.peek().rows.length - size;
      said.value = shownText(shown, { filtered: size }) ?? imageCount(shown);
    }, restMs);
  });
  effect(() => {
    const report = state.value?.report;
    if (report && report.featureCount > 0 && findings.isWhole.value)
      said.value = l10n.t('{0} is on the map.', report.title);
  });
  for (const source of [findings.said, areas.said])
    effect(() => {
      if (!source.value) return;
      const { text } = source.value;
      // The same words again are no change, and would not be spoken.
      said.value = said.peek() === text ? `${text}\u00a0` : text;
    });
}

/** @param loaded images of the search in force that are on screen */
function searchText(state: MapState, loaded: number): string | undefined {
  switch (state.phase.kind) {
    case 'idle':
      return undefined;
    case 'searching':
      return loaded > 0 ? l10n.t('Loading images…') : l10n.t('Searching…');
    case 'failed':
      return l10n.t('The search failed: {0}', state.phase.message);
    case 'done': {
      const unreadable = state.unreadable === undefined ? [] : [unreadableText(state.unreadable)];
      if (state.imageCount === 0) return unreadable[0] ?? l10n.t('No images match');
      if (loaded === 0) return undefined;
      return [l10n.t('{0} in the list.', totalText(loaded, state)), ...unreadable].join(' ');
    }
  }
}

function saySelection({ selected, cover }: PageModel, said: Signal<string>): void {
  let before = 0;
  let resting: number | undefined;
  effect(() => {
    const count = selected.value.length;
    const share = cover.value?.share;
    if (count === 0 && before === 0) return;
    before = count;
    clearTimeout(resting);
    // Whoever goes down the list with Shift passes many counts, and the share is measured after each.
    resting = window.setTimeout(() => {
      const covers = share === undefined || count === 0 ? [] : [coveredText(share, count)];
      said.value = [l10n.t('Selection: {0}', imageCount(count)), ...covers].join(', ');
    }, restMs);
  });
}
