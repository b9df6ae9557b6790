import { effect, type Signal, useSignal } from '@preact/signals';
import * as l10n from '@vscode/l10n';
import { useLayoutEffect } from 'preact/hooks';
import type { MapState } from '../../src/protocol/protocol.ts';
import { coveredText, imageCount, notImagesText, shownCount, totalText } from '../features/images/index.ts';
import type { Stores } from './stores.ts';

/** The counts are announced after the filters have been unchanged for this long, ms. */
const restMs = 600;

/**
 * Live regions that tell a screen reader what happened. They are visually hidden, because the same is on screen. The
 * search and the selection have regions of their own, because they can change while something else is announced.
 */
export function Announcers(stores: Stores) {
  const happened = stores.announcer.text;
  const searched = useSignal('');
  const chosen = useSignal('');
  useLayoutEffect(() => {
    sayWhatHappens(stores, happened);
    saySearch(stores, searched);
    saySelection(stores, chosen);
  }, []);
  return [happened, searched, chosen].map(({ value }, index) => (
    <div key={index} class="visually-hidden" role="status" aria-live="polite">
      {value}
    </div>
  ));
}

type Sources = Pick<Stores, 'host' | 'found' | 'results'>;

function saySearch(
  { host: { state }, found, results: { hidden, arrangement } }: Sources,
  message: Signal<string>,
) {
  let searchSaid: string | undefined;
  let saidHidden = 0;
  let hiding: number | undefined;
  effect(() => {
    const current = state.value;
    if (current?.connection === undefined) return;
    const text = searchText(current, found.isStale.value ? 0 : found.rows.value.length);
    // The state also changes for other reasons, which have announcements of their own.
    if (text !== undefined && text !== searchSaid) message.value = text;
    searchSaid = text;
    if (current.phase.kind !== 'done' || hidden.peek().size > 0) return;
    // A new search hides nothing, and announces itself.
    clearTimeout(hiding);
    saidHidden = 0;
  });
  effect(() => {
    const { size } = hidden.value;
    clearTimeout(hiding);
    if (size === saidHidden) return;
    // Dragging a slider passes many counts.
    hiding = window.setTimeout(() => {
      saidHidden = size;
      const arranged = arrangement.peek();
      message.value = shownCount(arranged, state.peek()?.unreadable) ?? imageCount(arranged.rows.length);
    }, restMs);
  });
}

function sayWhatHappens(
  { host: { state }, report, found: { pins } }: Pick<Stores, 'host' | 'report' | 'found'>,
  message: Signal<string>,
) {
  let pinned: number | undefined;
  effect(() => {
    const { size } = pins.value;
    if (state.value === undefined) return;
    if (pinned !== undefined && pinned !== size) message.value = l10n.t('Shortlist ({0})', imageCount(size));
    pinned = size;
  });
  effect(() => {
    const summary = state.value?.report;
    if (summary && summary.featureCount > 0 && report.isWhole.value)
      message.value = l10n.t('{0} is on the map.', summary.title);
  });
}

/** @param loaded images of the current search that are on screen */
function searchText(state: MapState, loaded: number): string | undefined {
  switch (state.phase.kind) {
    case 'idle':
      return undefined;
    case 'searching':
      return loaded > 0 ? l10n.t('Loading images…') : l10n.t('Searching…');
    case 'failed':
      return l10n.t('{0}: {1}', l10n.t('The search failed'), state.phase.message);
    case 'done': {
      const unreadable = state.unreadable === undefined ? [] : [notImagesText(state.unreadable)];
      if (state.imageCount === 0) return unreadable[0] ?? l10n.t('No images match');
      if (loaded === 0) return undefined;
      return [totalText(state.imageCount, state), ...unreadable].join('. ');
    }
  }
}

function saySelection({ found: { selected, cover } }: Pick<Stores, 'found'>, message: Signal<string>): void {
  let before = 0;
  let resting: number | undefined;
  effect(() => {
    const count = selected.value.length;
    const share = cover.value?.share;
    if (count === 0 && before === 0) return;
    before = count;
    clearTimeout(resting);
    // Extending a selection with Shift passes many counts, and the share is computed after each.
    resting = window.setTimeout(() => {
      const covers = share === undefined || count === 0 ? [] : [coveredText(share)];
      message.value = [l10n.t('{0} selected', imageCount(count)), ...covers].join(', ');
    }, restMs);
  });
}
