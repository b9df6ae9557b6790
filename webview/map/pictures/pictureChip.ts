import { effect } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import { element, icon, setAttribute, setText, setTitle } from '../../ui/element.ts';
import type { PageModel } from '../../app/pageModel.ts';
import { constellationClass } from '../base/mapColours.ts';
import type { PictureModel } from './pictureModel.ts';
import { pictureName, pictureTitle, spendsText, streamTitle } from './pictureTexts.ts';

export interface PictureChip {
  element: HTMLElement;
  dispose: () => void;
}

/** A picture on the map: what it is, how much shines through it, whether it streams, and how to be rid of it. */
export function createPictureChip(id: string, model: PageModel, pictures: PictureModel): PictureChip {
  const swatch = element('span');
  const name = element('button', { type: 'button', class: 'link chip-name' });
  name.addEventListener('click', () => {
    model.target.value = { kind: 'image', id };
    pictures.card.value = id;
  });
  const status = element('span', { class: 'quiet chip-status' });
  const retry = element('button', { type: 'button', class: 'link chip-retry' }, l10n.t('Try again'));
  retry.addEventListener('click', () => pictures.retry(id));
  const opacity = element('input', { type: 'range', min: '0', max: '100', step: '5', class: 'opacity' });
  opacity.addEventListener('input', () => pictures.setOpacity(id, opacity.valueAsNumber / 100));
  const stream = element('button', { type: 'button', class: 'chip-stream' }, l10n.t('Stream'));
  const isStreaming = () => stream.getAttribute('aria-pressed') === 'true';
  stream.addEventListener('click', () => pictures.stream(id, !isStreaming()));
  const close = element('button', { type: 'button', class: 'step-button' }, icon('M4 4l8 8M12 4l-8 8'));
  close.addEventListener('click', () => pictures.remove(id));
  const chip = element('li', { class: 'picture-chip' }, swatch, name, status, retry, opacity, stream, close);

  const disposers = [
    effect(() => {
      const row = pictures.rows.value.get(id);
      const shortName = pictureName(row, id);
      swatch.className = `swatch ${constellationClass(row?.constellation)}`;
      setText(name, shortName);
      setTitle(
        name,
        [row ? pictureTitle(row) : undefined, l10n.t('Brings the picture into view.')]
          .filter(part => part !== undefined)
          .join('\n'),
      );
      setAttribute(opacity, 'aria-label', l10n.t('Opacity of {0}', shortName));
      setAttribute(stream, 'aria-label', l10n.t('Stream tiles of {0}, {1}', shortName, spendsText()));
      const remove = l10n.t('Take {0} off the map', shortName);
      setAttribute(close, 'aria-label', remove);
      setTitle(close, remove);
    }),
    effect(() => {
      const picture = pictures.shown.value.find(shown => shown.id === id);
      if (!picture) return;
      const percent = String(Math.round(picture.opacity * 100));
      if (opacity.value !== percent) opacity.value = percent;
      setTitle(opacity, l10n.t('Opacity: {0} %', percent));
      const why = pictures.rows.value.get(id)?.whyNo.stream;
      const isOff = why !== undefined && !picture.streaming;
      stream.setAttribute('aria-pressed', String(picture.streaming));
      stream.setAttribute('aria-disabled', String(isOff));
      setTitle(stream, isOff ? why : streamTitle(picture.streaming));
    }),
    effect(() => {
      const picture = pictures.shown.value.find(shown => shown.id === id);
      const problem = pictures.problems.value.get(id);
      const isLoading = picture?.quicklook === true && !model.pictures.value.has(`quicklook/${id}`);
      const hasRow = pictures.rows.value.has(id);
      const text = problem ?? waitingText(isLoading, hasRow);
      status.hidden = text === undefined;
      status.classList.toggle('chip-problem', problem !== undefined);
      setText(status, text ?? '');
      retry.hidden = problem === undefined;
    }),
  ];
  return {
    element: chip,
    dispose: () => {
      for (const dispose of disposers) dispose();
    },
  };
}

function waitingText(isLoading: boolean, hasRow: boolean): string | undefined {
  if (!hasRow) return l10n.t('not in the list');
  return isLoading ? l10n.t('Loading…') : undefined;
}
