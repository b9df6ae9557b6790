import * as l10n from '@vscode/l10n';
import { shareText } from '../../src/model/words/shareText.ts';
import type { ImageRow } from '../../src/shared/protocol.ts';
import { element, setAttribute, setText } from '../ui/element.ts';
import { cloudText, incidenceText, sensorText, snowText } from '../ui/format.ts';
import type { PictureShown } from '../map/pictures/pictureStore.ts';
import { minuteText } from '../../src/model/words/momentText.ts';

/** What can change of a row while it is on screen. */
export interface RowState {
  index: number;
  top: number;
  /** How many rows the list has. */
  count: number;
  /** The group that begins with this row, for a reader that sees no heads. */
  groupTitle: string | undefined;
  isSelected: boolean;
  isHovered: boolean;
  isActive: boolean;
  /** Of the AOI, 0 to 1. */
  share: number | undefined;
  hasTwin: boolean;
  /** `undefined` while it is loading. */
  picture: PictureShown | undefined;
}

export interface RowView {
  element: HTMLElement;
  update: (state: RowState) => void;
}

export function rowId(index: number): string {
  return `image-row-${index}`;
}

/**
 * What is the same for a card and for a row of the table.
 *
 * @param speak gives it its name for those who hear it
 * @param marked shows what is special of the image, once and when that changes
 * @param updated shows the rest
 */
export function createRowView(
  row: HTMLElement,
  image: ImageRow,
  cover: ReturnType<typeof coverView>,
  setLocale: (text: string) => void,
  marked: (marks: readonly Mark[]) => void,
  updated: (state: RowState) => void,
): RowView {
  row.classList.toggle('delivered', image.isDelivered === true);
  let hadTwin: boolean | undefined;
  return {
    element: row,
    update: state => {
      row.id = rowId(state.index);
      row.style.transform = `translateY(${state.top}px)`;
      row.classList.toggle('hovered', state.isHovered);
      row.classList.toggle('active', state.isActive);
      setAttribute(row, 'aria-selected', String(state.isSelected));
      const title = state.groupTitle === undefined ? [] : [state.groupTitle];
      setLocale([...title, spokenText(image, state)].join('. '));
      cover.set(state.share);
      updated(state);
      if (hadTwin === state.hasTwin) return;
      hadTwin = state.hasTwin;
      marked(marksOf(image, state.hasTwin));
    },
  };
}

/** In reading order: when, what, how clear, how steep, which level, how much of the AOI, and what is special. */
export function spokenText(image: ImageRow, { share, hasTwin }: Pick<RowState, 'share' | 'hasTwin'>): string {
  const { acquisitionDate, cloudCover, snowCover, incidenceAngle, processingLevel } = image;
  return [
    acquisitionDate === undefined ? l10n.t('No date') : l10n.t('{0} UTC', minuteText(acquisitionDate)),
    sensorText(image),
    cloudCover === undefined ? '' : cloudText(cloudCover),
    snowCover === undefined || snowCover === 0 ? '' : snowText(snowCover),
    incidenceAngle === undefined ? '' : incidenceText(incidenceAngle),
    processingLevel ?? '',
    share === undefined ? '' : l10n.t('covers {0} of the area', shareText(share)),
    ...marksOf(image, hasTwin).map(({ meaning }) => meaning),
  ]
    .filter(part => part !== '')
    .join(', ');
}

export interface Mark {
  text: string;
  meaning: string;
  kind: 'new' | 'delivered' | 'twin';
}

export function marksOf(image: ImageRow, hasTwin: boolean): Mark[] {
  const marks: Mark[] = [];
  if (image.isNew)
    marks.push({ kind: 'new', text: l10n.t('New'), meaning: l10n.t('new since the last look') });
  if (image.isDelivered)
    marks.push({
      kind: 'delivered',
      text: l10n.t('Delivered'),
      meaning: l10n.t('delivered already: no order can be made of it'),
    });
  if (hasTwin) marks.push({ kind: 'twin', text: l10n.t('+ ALBUM'), meaning: l10n.t('also found as ALBUM') });
  if (image.twinOf !== undefined)
    marks.push({
      kind: 'twin',
      text: l10n.t('Twin'),
      meaning: l10n.t('the same acquisition is listed at a better level'),
    });
  return marks;
}

export function markViews(marks: readonly Mark[]): HTMLElement[] {
  return marks.map(({ kind, text, meaning }) =>
    element('span', { class: `badge mark-${kind}`, title: meaning }, text),
  );
}

/** A small bar and the share as text. */
export function coverView(): { element: HTMLElement; set: (share: number | undefined) => void } {
  const bar = element('span', { class: 'cover-bar' });
  const text = element('span', { class: 'cover-text' });
  const view = element(
    'span',
    { class: 'row-cover', title: l10n.t('Share of the area that it covers') },
    bar,
    text,
  );
  return {
    element: view,
    set: share => {
      view.classList.toggle('unknown', share === undefined);
      bar.style.setProperty('--share', `${(share ?? 0) * 100}%`);
      setText(text, share === undefined ? '' : shareText(share));
    },
  };
}
