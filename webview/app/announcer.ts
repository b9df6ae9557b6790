import { effect } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import { shownText } from '../../src/model/words/shownText.ts';
import { element, setText } from '../ui/element.ts';
import { countText, coveredText, imageCount, totalText, unreadableText } from '../ui/format.ts';
import type { PageModel } from './pageModel.ts';

/** After so long without a change of the filters the counts are said, ms. */
const restMs = 600;

/** Say to a screen reader what happened; the same is on screen, so these regions themselves cannot be seen. */
export function createAnnouncers(model: PageModel): HTMLElement {
  return element('div', {}, createAnnouncer(model), createSelectionAnnouncer(model));
}

function statusRegion(): HTMLElement {
  return element('div', { class: 'visually-hidden', role: 'status', 'aria-live': 'polite' });
}

function createAnnouncer(model: PageModel): HTMLElement {
  const region = statusRegion();
  /** How many were hidden when that was last said. */
  let saidHidden = 0;
  let hiding: number | undefined;

  effect(() => {
    const state = model.state.value;
    if (state?.connection === undefined) return;
    const loaded = model.stale.value ? 0 : model.images.value.rows.length;
    switch (state.phase.kind) {
      case 'idle':
        return;
      case 'searching':
        setText(region, loaded > 0 ? l10n.t('Loading more images…') : l10n.t('Searching…'));
        return;
      case 'failed':
        setText(region, l10n.t('The search failed: {0}', state.phase.message));
        return;
      case 'done':
        if (model.hidden.peek().size === 0) {
          // Nothing is hidden of a new search, which says all there is to say.
          clearTimeout(hiding);
          saidHidden = 0;
        }
        if (state.imageCount === 0)
          setText(
            region,
            state.unreadable === undefined ? l10n.t('No images match.') : unreadableText(state.unreadable),
          );
        else if (loaded > 0)
          setText(
            region,
            [
              l10n.t('{0} in the list.', totalText(loaded, state)),
              ...(state.unreadable === undefined ? [] : [unreadableText(state.unreadable)]),
            ].join(' '),
          );
    }
  });
  effect(() => {
    const hidden = model.hidden.value.size;
    clearTimeout(hiding);
    if (hidden === saidHidden) return;
    // A slider that is dragged passes many counts.
    hiding = window.setTimeout(() => {
      saidHidden = hidden;
      const shown = model.images.peek().rows.length - hidden;
      setText(region, l10n.t('{0} shown, {1} hidden.', countText(shown), countText(hidden)));
    }, restMs);
  });
  effect(() => {
    const report = model.state.value?.report;
    if (report && report.featureCount > 0 && model.findings.isWhole.value)
      setText(region, l10n.t('{0} is on the map.', report.title));
  });
  effect(() => {
    const said = model.findings.said.value;
    if (said) say(region, said.text);
  });
  effect(() => {
    const said = model.areas.said.value;
    if (said) say(region, said.text);
  });

  return region;
}

/** In a region of its own: what is chosen changes while a search tells of itself. */
function createSelectionAnnouncer(model: PageModel): HTMLElement {
  const region = statusRegion();
  let before = 0;
  let resting: number | undefined;
  effect(() => {
    const count = model.selected.value.length;
    const share = model.cover.value?.share;
    if (count === 0 && before === 0) return;
    before = count;
    clearTimeout(resting);
    // Whoever goes down the list with Shift passes many counts, and the share is measured after each.
    resting = window.setTimeout(() => {
      const images = l10n.t('Selection: {0}', imageCount(count));
      const covers = share === undefined ? [] : [coveredText(share, count)];
      setText(region, [images, ...(count > 0 ? covers : [])].join(', '));
    }, restMs);
  });
  return region;
}

/** The same words again are no change, and would not be spoken. */
function say(region: HTMLElement, text: string): void {
  const shown = shownText(text);
  setText(region, region.textContent === shown ? `${shown}\u00a0` : shown);
}
