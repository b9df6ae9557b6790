import { describe, expect, it } from 'vitest';
import {
  answered,
  finishDrawing,
  isRemoving,
  left,
  notEditing,
  removed,
  reshaped,
  shownRings,
  startDrawing,
  startReshaping,
  textRead,
  turnedAway,
  type Editing,
} from '../../../../../webview/map/areas/areaEditing.ts';
import type { AreaRow } from '../../../../../src/shared/protocol.ts';
import { areaRow, square } from './areaRow.ts';

const takenBack = 'The text changed: your last change on the map was taken back.';
const harbour = areaRow(0, square(0, 0));
const other = areaRow(1, square(5, 5));
const text = (...rows: AreaRow[]) => ({ rows, locked: undefined });
const both = text(harbour, other);
const lockedText = { rows: both.rows, locked: 'Locked.' };

/** The harbour with its second corner at a longitude, and the step that moves it there. */
const ring = (x: number) => [square(0, 0).with(1, [x, 0])];
const harbourOf = (x: number) => areaRow(0, ...(ring(x) as [ReturnType<typeof square>]));
const move = (x: number) => ({ kind: 'move', ring: 0, vertex: 1, to: [x, 0] }) as const;
const insert = { kind: 'insert', ring: 0, vertex: 3, to: [0.5, 2] } as const;
const reshape = (x: number) => ({ kind: 'reshape' as const, key: harbour.key, step: move(x) });

const start = startReshaping(notEditing, harbour).editing;
/** The handles are on the harbour, and this step is on its way. */
const moving = reshaped(start, move(2), both).editing;
const openedOf = ({ tool }: Editing) => (tool.kind === 'reshaping' ? tool.opened : undefined);

describe('drawing', () => {
  const drawing = startDrawing(notEditing, 'polygon', both).editing;
  const drawn = square(0, 0, 2);

  it('sends what was drawn, once, and puts the tool away', () => {
    const { editing, send } = finishDrawing(drawing, drawn, both);
    expect(send).toEqual({ id: 1, change: { kind: 'add', ring: drawn } });
    expect(editing.tool.kind).toBe('none');
    expect(finishDrawing(editing, drawn, both)).toEqual({ editing });
  });

  it('goes on while the text changes', () => {
    expect(textRead(drawing, text(other))).toEqual({ editing: drawing });
    expect(turnedAway(drawing).editing.tool).toBe(drawing.tool);
  });

  it('does not begin while the areas are locked, and keeps what was begun', () => {
    expect(startDrawing(notEditing, 'polygon', lockedText)).toEqual({
      editing: notEditing,
      problem: 'Locked.',
    });
    expect(finishDrawing(drawing, drawn, lockedText)).toEqual({ editing: drawing, problem: 'Locked.' });
  });

  it('is opened again with its corners when the area is refused', () => {
    const sent = finishDrawing(drawing, drawn, both).editing;
    const { editing, problem, said } = answered(sent, 1, 'No.', both);
    expect(problem).toBe('No.');
    expect(said).toBe('The change was refused: No.');
    expect(editing.tool).toEqual({ kind: 'drawing', shape: 'polygon', corners: drawn.slice(0, 4) });
  });
});

describe('reshaping', () => {
  it('sends each step after the answer to the one before, as long as the text says what it was made on', () => {
    const first = reshaped(start, insert, both);
    expect(first.send).toEqual({ id: 1, change: { kind: 'reshape', key: harbour.key, step: insert } });
    const second = reshaped(first.editing, move(3), both);
    expect(second.send).toBeUndefined();
    const inserted = areaRow(0, square(0, 0).toSpliced(3, 0, [0.5, 2]));
    const { send, problem } = answered(second.editing, 1, undefined, text(inserted, other));
    expect([send, problem]).toEqual([{ id: 2, change: reshape(3) }, undefined]);
  });

  it('collects moves of one corner that were made meanwhile into one', () => {
    const second = reshaped(moving, move(3), both).editing;
    const third = reshaped(second, move(4), both).editing;
    expect(third.queue).toEqual([{ change: reshape(4), madeOn: ring(2) }]);
    expect(answered(third, 1, undefined, text(harbourOf(2))).send).toEqual({ id: 2, change: reshape(4) });
  });

  it('leaves the handles alone when the text says what it was told', () => {
    const read = textRead(moving, text(harbourOf(2)));
    expect(read).toEqual({ editing: moving });
    const { editing, problem } = answered(read.editing, 1, undefined, text(harbourOf(2)));
    expect(problem).toBeUndefined();
    expect(openedOf(editing)).toBe(openedOf(moving));
  });

  it('goes on when the text changed elsewhere', () => {
    const queued = reshaped(moving, move(3), both).editing;
    const added = text(harbourOf(2), other, areaRow(2, square(9, 9)));
    expect(answered(queued, 1, undefined, added).send).toEqual({ id: 2, change: reshape(3) });
  });

  it('is taken back from where the rings changed in the text, and the handles follow that', () => {
    const queued = reshaped(reshaped(moving, move(3), both).editing, insert, both).editing;
    const { editing, problem, send } = answered(queued, 1, undefined, text(harbourOf(9)));
    expect([problem, send]).toEqual([takenBack, undefined]);
    expect(editing).toMatchObject({ waiting: undefined, queue: [] });
    expect(openedOf(editing)).toEqual(ring(9));
  });

  it('follows the text when nothing is on its way, as after an undo', () => {
    const done = answered(moving, 1, undefined, text(harbourOf(2))).editing;
    const read = textRead(done, both);
    expect(read.problem).toBeUndefined();
    expect(openedOf(read.editing)).toBe(harbour.polygon.coordinates);
  });

  it('goes back to the rings of the text when it is refused', () => {
    const queued = reshaped(moving, insert, both).editing;
    const { editing, problem, said, send } = answered(queued, 1, 'No.', both);
    expect([problem, said, send]).toEqual(['No.', 'The change was refused: No.', undefined]);
    expect(openedOf(editing)).toBe(harbour.polygon.coordinates);
    expect(editing).toMatchObject({ waiting: undefined, queue: [] });
  });

  it('ends when the area has gone from the text', () => {
    const { editing, problem } = textRead(start, text(other));
    expect(editing.tool.kind).toBe('none');
    expect(problem).toBe('The area that was being reshaped is no longer in the text.');
  });

  it('finds the area again when another one came before it in the text', () => {
    const shifted = { ...harbour, key: other.key };
    const { editing, problem } = textRead(start, text(areaRow(0, square(9, 9)), shifted));
    expect(problem).toBeUndefined();
    expect(editing.tool).toMatchObject({ kind: 'reshaping', key: other.key });
    expect(openedOf(editing)).toBe(harbour.polygon.coordinates);
  });

  it('does not put handles on thousands of corners', () => {
    const round = [...Array.from({ length: 12_400 }, (_, at) => [at, at * at]), [0, 0]];
    const { editing, problem } = startReshaping(notEditing, areaRow(0, round));
    expect(editing.tool.kind).toBe('none');
    expect(problem).toBe('Area 1 has 12,400 positions: simplify it first (quick fix in the text).');
  });

  it('waits for an area to be chosen when there is none', () => {
    expect(startReshaping(notEditing, undefined).editing.tool.kind).toBe('choosing');
  });

  it('begins with what is on its way to the text, and shows that after the handles are gone', () => {
    const away = left(moving).editing;
    expect(shownRings(away, harbour)).toEqual(ring(2));
    expect(shownRings(away, other)).toBe(other.polygon.coordinates);
    expect(openedOf(startReshaping(away, harbour).editing)).toEqual(ring(2));
  });
});

describe('deleting', () => {
  it('sends at once, and puts the handles away', () => {
    const { editing, send } = removed(start, harbour, both);
    expect(send).toEqual({ id: 1, change: { kind: 'remove', key: harbour.key } });
    expect(editing.tool.kind).toBe('none');
  });

  it('goes behind a step that is on its way, and never to another area that has its place by then', () => {
    const { editing } = removed(moving, harbour, both);
    expect(editing.waiting?.change).toEqual(reshape(2));
    const there = answered(editing, 1, undefined, text(harbourOf(2)));
    expect(there.send).toEqual({ id: 2, change: { kind: 'remove', key: harbour.key } });
    const gone = answered(editing, 1, undefined, text({ ...other, key: harbour.key }));
    expect([gone.send, gone.problem]).toEqual([undefined, takenBack]);
  });

  it('happens one at a time: the next area of the text may get the place of the first', () => {
    const { editing } = removed(notEditing, harbour, both);
    expect(isRemoving(editing)).toBe(true);
    expect(isRemoving(answered(editing, 1, undefined, both).editing)).toBe(false);
  });
});

it('forgets what was meant for another document, and a late answer says nothing', () => {
  const { editing } = turnedAway(moving);
  expect(editing).toEqual({ ...notEditing, nextId: 2 });
  expect(answered(editing, 1, 'Too late.', both)).toEqual({ editing });
});
