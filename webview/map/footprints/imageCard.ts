import { effect } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import type { ImageRow, PictureKind } from '../../../src/shared/protocol.ts';
import { element, setText, setTitle } from '../../ui/element.ts';
import { cloudText, sensorText } from '../../ui/format.ts';
import type { PageModel } from '../../app/pageModel.ts';
import { cardClose } from '../base/cardClose.ts';
import type { PictureModel } from '../pictures/pictureModel.ts';
import { spendsText, streamTitle } from '../pictures/pictureTexts.ts';
import { minuteText } from '../../../src/model/words/momentText.ts';

/** The image that was chosen last, and what of it can be put on the map. */
export function createImageCard(model: PageModel, pictures: PictureModel): HTMLElement {
  const thumbnail = element('img', { class: 'card-thumbnail', alt: '' });
  const when = element('div', { class: 'card-time' });
  const what = element('div', { class: 'quiet' });
  const quicklook = element(
    'button',
    {
      type: 'button',
      class: 'card-button',
      'aria-label': l10n.t('Quicklook on map'),
      'aria-keyshortcuts': 'Q',
    },
    l10n.t('Quicklook'),
  );
  const stream = element(
    'button',
    { type: 'button', class: 'card-button', 'aria-label': l10n.t('Stream tiles, {0}', spendsText()) },
    l10n.t('Stream'),
  );
  const spends = element('span', { class: 'quiet card-spends' }, spendsText());
  const reasons = element('div', { class: 'quiet card-reasons' });
  const words = element('div', { class: 'card-words' }, when, what);
  const buttons = element('div', { class: 'card-buttons' }, quicklook, stream, spends);
  const card = element('section', { class: 'image-card', 'aria-label': l10n.t('Image') });
  const close = cardClose(card, () => (pictures.card.value = undefined));
  card.append(thumbnail, words, close, buttons, reasons);

  const act = (button: HTMLElement, press: (id: string, isOn: boolean) => void) =>
    button.addEventListener('click', () => {
      const id = pictures.card.peek();
      if (id !== undefined) press(id, button.getAttribute('aria-pressed') === 'true');
    });
  act(quicklook, id => pictures.toggleQuicklook(id));
  act(stream, (id, isOn) => pictures.stream(id, !isOn));

  effect(() => {
    const id = pictures.card.value;
    const row = id === undefined ? undefined : pictures.rows.value.get(id);
    card.hidden = row === undefined;
    if (!row) return;
    const acquired = row.acquisitionDate;
    setText(when, acquired === undefined ? l10n.t('No date') : l10n.t('{0} UTC', minuteText(acquired)));
    const cloud = row.cloudCover === undefined ? '' : cloudText(row.cloudCover);
    setText(what, [sensorText(row), cloud].filter(part => part !== '').join(' · '));
    setText(reasons, whyNotText(row));
    reasons.hidden = reasons.textContent === '';

    const shown = pictures.shown.value.find(picture => picture.id === row.id);
    setButton(quicklook, row, 'quicklook', shown?.quicklook === true);
    if (row.whyNo.quicklook === undefined)
      setTitle(
        quicklook,
        l10n.t('Lays the quicklook on the footprint (Q). Its corners are matched, it is not georeferenced.'),
      );
    setButton(stream, row, 'stream', shown?.streaming === true);
    if (row.whyNo.stream === undefined) setTitle(stream, streamTitle(shown?.streaming === true));
    spends.hidden = row.whyNo.stream !== undefined;
  });
  effect(() => {
    const id = pictures.card.value;
    const { value: all } = model.pictures;
    const found = [all.get(`thumbnail/${id}`), all.get(`quicklook/${id}`)];
    const url = found.map(picture => (picture && 'url' in picture ? picture.url : undefined)).find(Boolean);
    thumbnail.hidden = url === undefined;
    if (url === undefined) thumbnail.removeAttribute('src');
    else if (thumbnail.getAttribute('src') !== url) thumbnail.src = url;
  });
  return card;
}

function setButton(button: HTMLElement, { whyNo }: ImageRow, kind: PictureKind, isOn: boolean): void {
  const why = whyNo[kind];
  button.setAttribute('aria-pressed', String(isOn));
  button.setAttribute('aria-disabled', String(why !== undefined && !isOn));
  if (why !== undefined) setTitle(button, why);
}

function whyNotText({ whyNo }: ImageRow): string {
  const reasons = [whyNo.quicklook, whyNo.stream].filter(reason => reason !== undefined);
  return [...new Set(reasons)].join(' ');
}
