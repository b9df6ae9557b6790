import { describe, expect, it } from 'vitest';
import {
  notEditing,
  removed,
  startReshaping,
  type Editing,
} from '../../../../../webview/map/areas/areaEditing.ts';
import { areasShown } from '../../../../../webview/map/areas/areasShown.ts';
import { areaRow, square } from './areaRow.ts';
import type { AreaRow } from '../../../../../src/shared/protocol.ts';

const rows = [0, 1, 2].map(index => areaRow(index, square(index * 10, 0))) as [AreaRow, AreaRow, AreaRow];
const [first, second, third] = rows;
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

  it('leaves the area with handles to them, and one that is going away', () => {
    const open = startReshaping(notEditing, first, undefined).editing;
    expect(show(first, first, open)).toMatchObject({ inHand: undefined, lit: undefined });
    const { editing } = removed(notEditing, third.key, undefined);
    expect(show(second, first, editing).others).toEqual([]);
  });
});
