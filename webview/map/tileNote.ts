import { effect, signal } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import { element, icon, setText } from '../element.ts';
import type { TileLayer } from './tileLayer.ts';

export interface TileNote {
  strip: HTMLElement;
  /** The same for a screen reader, which hears only of changes in what is there all the time. */
  spoken: HTMLElement;
}

/**
 * Says once which hosts of tiles do not answer, or why the setting is not used. Closed, it stays so until there is
 * something else to say.
 *
 * @param problem of the setting
 */
export function createTileNote(tiles: TileLayer | undefined, problem: string | undefined): TileNote {
  const closed = signal('');
  const text = element('span', { class: 'tile-note-text' });
  const retry = element('button', { type: 'button', class: 'link' }, l10n.t('Try again'));
  retry.addEventListener('click', () => tiles?.retry());
  const label = l10n.t('Close the message');
  const close = element(
    'button',
    { type: 'button', class: 'step-button', title: label, 'aria-label': label },
    icon('M4 4l8 8M12 4l-8 8'),
  );
  let words: string | undefined;
  close.addEventListener('click', () => (closed.value = words ?? ''));
  retry.hidden = tiles === undefined;
  const strip = element('div', { class: 'map-strip tile-note' }, text, retry, close);
  const spoken = element('div', { class: 'visually-hidden', role: 'status' });
  effect(() => {
    words = problem ?? silenceText(tiles?.silent.value ?? []);
    if (words === undefined) closed.value = '';
    strip.hidden = words === undefined || words === closed.value;
    setText(text, words ?? '');
    setText(spoken, strip.hidden ? '' : (words ?? ''));
  });
  return { strip, spoken };
}

function silenceText(hosts: readonly string[]): string | undefined {
  if (hosts.length === 0) return undefined;
  return l10n.t('No map tiles come from {0}. The land is shown in their place.', hosts.join(', '));
}
