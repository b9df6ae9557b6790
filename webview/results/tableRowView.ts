import type { ImageRow } from '../../src/shared/protocol.ts';
import { element, setAttribute, setText, setTitle } from '../ui/element.ts';
import { localTimeText } from '../ui/format.ts';
import { constellationClass } from '../map/base/mapColours.ts';
import { columnOf, type ColumnId } from './columns.ts';
import { coverView, createRowView, markViews, type RowView } from './rowView.ts';

/** CSS pixels, as `results.css` has it. */
export const tableRowHeight = 24;

/** Widths of the columns as CSS has them, the swatch first and what is special of an image last. */
export function columnTracks(columns: readonly ColumnId[]): string {
  return ['10px', ...columns.map(id => `${columnOf(id).width}px`), 'minmax(0, 1fr)'].join(' ');
}

/** Least width of the table, CSS pixels. */
export function tableWidth(columns: readonly ColumnId[]): number {
  const gap = 8;
  return columns.reduce((sum, id) => sum + columnOf(id).width + gap, 10 + 2 * 12 + 110);
}

/** An image on one line. */
export function tableRowView(image: ImageRow, columns: readonly ColumnId[]): RowView {
  const cover = coverView();
  const cells = columns.map((id, index) => {
    const cell = element('span', { class: 'cell', role: 'gridcell', 'aria-colindex': String(index + 1) });
    const { text, isNumber } = columnOf(id);
    cell.classList.toggle('number', isNumber && id !== 'cover');
    if (id === 'cover') cell.append(cover.element);
    else {
      setText(cell, text(image, undefined));
      setTitle(
        cell,
        id === 'time' && image.acquisitionDate !== undefined
          ? (localTimeText(image.acquisitionDate) ?? '')
          : cell.textContent,
      );
    }
    return cell;
  });
  const marks = element('span', {
    class: 'row-marks cell',
    role: 'gridcell',
    'aria-colindex': String(columns.length + 1),
  });
  const swatch = element('span', { class: `swatch ${constellationClass(image.constellation)}` });
  const row = element(
    'div',
    { class: 'row line', role: 'row', 'data-image-id': image.id },
    swatch,
    ...cells,
    marks,
  );
  return createRowView(
    row,
    image,
    cover,
    text => setAttribute(row, 'aria-label', text),
    all => marks.replaceChildren(...markViews(all)),
    // The first is the line of the headers.
    ({ index }) => setAttribute(row, 'aria-rowindex', String(index + 2)),
  );
}
