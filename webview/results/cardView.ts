import * as l10n from '@vscode/l10n';
import type { ImageRow } from '../../src/shared/protocol.ts';
import { element, setAttribute, setText, setTitle } from '../ui/element.ts';
import { angleText, cloudText, incidenceText, localTimeText, sensorText } from '../ui/format.ts';
import type { PictureShown } from '../map/pictures/pictureStore.ts';
import { constellationClass } from '../map/base/mapColours.ts';
import { coverView, createRowView, markViews, type RowView } from './rowView.ts';
import { minuteText } from '../../src/model/words/momentText.ts';

/** CSS pixels, as `results.css` has it. */
export const cardHeight = 56;

/** An image with its thumbnail. */
export function cardView(image: ImageRow): RowView {
  const { acquisitionDate, cloudCover, incidenceAngle, processingLevel } = image;
  const time = element('span', { class: 'row-time' }, l10n.t('No date'));
  if (acquisitionDate !== undefined) {
    time.replaceChildren(minuteText(acquisitionDate), ' ', element('span', { class: 'zone' }, 'UTC'));
    setTitle(time, localTimeText(acquisitionDate) ?? '');
  }
  const angle = element('span', { class: 'row-angle' });
  if (incidenceAngle !== undefined) {
    setText(angle, angleText(incidenceAngle));
    setTitle(angle, incidenceText(incidenceAngle));
  }
  const level = element('span', { class: 'row-level badge' }, processingLevel ?? '');
  level.hidden = processingLevel === undefined;
  const thumbnail = thumbnailView(image);
  const cover = coverView();
  const marks = element('span', { class: 'row-marks' });
  const twinMarks = element('span', { class: 'row-marks' });
  const swatch = element('span', { class: `swatch ${constellationClass(image.constellation)}` });
  const cloud = element(
    'span',
    { class: 'row-cloud' },
    cloudCover === undefined ? '' : cloudText(cloudCover),
  );
  // A card is named by what it holds: those who speak to it say what they see, those who hear it are told in words.
  const spoken = element('span', { class: 'visually-hidden' });
  const seen = { class: 'card-line', 'aria-hidden': 'true' };
  const card = element(
    'div',
    { class: 'row card', role: 'option', 'data-image-id': image.id },
    spoken,
    thumbnail.element,
    element('div', seen, swatch, time, marks),
    element('div', seen, element('span', { class: 'row-sensor' }, sensorText(image)), cloud, angle),
    element('div', seen, cover.element, twinMarks, level),
  );
  return createRowView(
    card,
    image,
    cover,
    text => setText(spoken, text),
    all => {
      marks.replaceChildren(...markViews(all.filter(({ kind }) => kind !== 'twin')));
      twinMarks.replaceChildren(...markViews(all.filter(({ kind }) => kind === 'twin')));
    },
    state => {
      setAttribute(card, 'aria-posinset', String(state.index + 1));
      setAttribute(card, 'aria-setsize', String(state.count));
      thumbnail.set(state.picture);
    },
  );
}

function thumbnailView(image: ImageRow): {
  element: HTMLElement;
  set: (picture: PictureShown | undefined) => void;
} {
  const frame = element('span', { class: 'thumbnail loading', 'aria-hidden': 'true' });
  const denied = image.whyNo.thumbnail;
  let shown: string | undefined;

  function say(problem: string): void {
    frame.className = 'thumbnail missing';
    setTitle(frame, problem);
    frame.replaceChildren();
  }

  if (denied !== undefined) say(denied);
  return {
    element: frame,
    set: picture => {
      if (denied !== undefined) return;
      const next = picture && ('url' in picture ? picture.url : picture.problem);
      if (next === shown) return;
      shown = next;
      if (picture === undefined) {
        frame.className = 'thumbnail loading';
        setTitle(frame, '');
        frame.replaceChildren();
      } else if ('problem' in picture) say(picture.problem);
      else {
        frame.className = 'thumbnail';
        setTitle(frame, '');
        const view = element('img', { alt: '', src: picture.url, draggable: 'false' });
        view.addEventListener('error', () => say(l10n.t('The thumbnail cannot be read as a picture.')));
        frame.replaceChildren(view);
      }
    },
  };
}
