import { describe, expect, it } from 'vitest';
import {
  areasShown,
  finishDrawing,
  left,
  notEditing,
  removed,
  reshaped,
  startDrawing,
  startReshaping,
  type Editing,
} from '../../../../../webview/map/areas/areaEditing.ts';
import { areaRow, square } from './areaRow.ts';
import type { AreaRow } from '../../../../../src/shared/protocol.ts';

const rows = [0, 1, 2].map(index => areaRow(index, square(index * 10, 0))) as [AreaRow, AreaRow, AreaRow];
const [first, second, third] = rows;
const text = { rows, locked: undefined };
const aoi = { type: 'Polygon' as const, coordinates: [square(70, 0)] };
const show = (lit?: AreaRow, inHand?: AreaRow, editing: Editing = notEditing) =>
  areasShown(rows, lit, inHand, aoi, editing);

describe('what is drawn of the areas', () => {
  it('has each area in one look', () => {
    expect(show(second, first)).toEqual({
      others: [third.polygon],
      inHand: first.polygon,
      lit: second.polygon,
      unwritten: [],
    });
    expect(show(first, first)).toMatchObject({ inHand: undefined, lit: first.polygon });
  });

  it('has the area in hand of another document as well', () => {
    expect(show(undefined, undefined)).toMatchObject({ inHand: aoi, others: rows.map(row => row.polygon) });
  });

  it('leaves the area with handles to them, and one that is going away', () => {
    const open = startReshaping(notEditing, first, text).editing;
    expect(show(first, first, open)).toMatchObject({ inHand: undefined, lit: undefined });
    const { editing } = removed(notEditing, third, text);
    expect(show(second, first, editing).others).toEqual([]);
  });

  it('has what is on its way to the text', () => {
    const step = { kind: 'move', ring: 0, vertex: 1, to: [2, 0] } as const;
    const stepped = reshaped(startReshaping(notEditing, first, text).editing, step, text);
    const { editing } = left(stepped.editing);
    expect(show(undefined, first, editing).inHand?.coordinates).toEqual([square(0, 0).with(1, [2, 0])]);
    const drawing = startDrawing(notEditing, 'polygon', text).editing;
    const drawn = finishDrawing(drawing, square(5, 5), text).editing;
    expect(show(undefined, first, drawn).unwritten.map(area => area.coordinates)).toEqual([[square(5, 5)]]);
  });

  it('keeps the polygons as they came, so that nothing is drawn anew without need', () => {
    expect(show(second, first).others[0]).toBe(third.polygon);
  });
});
