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
  type Outcome,
} from '../../../../../webview/map/areas/areaEditing.ts';
import { areaRow, square } from './areaRow.ts';

const takenBack = 'The text changed: your last change on the map was taken back.';
const harbour = areaRow(0, square(0, 0));
const other = areaRow(1, square(5, 5));

const ring = (size: number) => [square(0, 0, size)];
const harbourOf = (size: number) => areaRow(0, square(0, 0, size));
const reshape = (size: number) => ({ kind: 'reshape' as const, key: harbour.key, rings: ring(size) });

/** The handles are on the harbour, and these steps were made, of which the first is on its way. */
function reshaping(...sizes: number[]): Editing {
  const start = startReshaping(notEditing, harbour, undefined).editing;
  return sizes.reduce((editing, size) => reshaped(editing, ring(size), undefined).editing, start);
}
const openedOf = ({ tool }: Editing) => (tool.kind === 'reshaping' ? tool.opened : undefined);

describe('drawing', () => {
  const drawing = startDrawing(notEditing, 'polygon', undefined).editing;

  it('sends what was drawn, once, and puts the tool away', () => {
    const { editing, send } = finishDrawing(drawing, ring(2), undefined);
    expect(send).toEqual({ id: 1, change: { kind: 'add', rings: ring(2) } });
    expect(editing.tool.kind).toBe('none');
    expect(finishDrawing(editing, ring(2), undefined)).toEqual({ editing });
  });

  it('goes on while the text changes', () => {
    expect(textRead(drawing, [other])).toEqual({ editing: drawing });
    expect(turnedAway(drawing).editing.tool).toBe(drawing.tool);
  });

  it('does not begin while the areas are locked, and keeps what was begun', () => {
    expect(startDrawing(notEditing, 'polygon', 'Locked.')).toEqual({
      editing: notEditing,
      problem: 'Locked.',
    });
    expect(finishDrawing(drawing, ring(2), 'Locked.')).toEqual({ editing: drawing, problem: 'Locked.' });
  });

  it('is opened again with its corners when the area is refused', () => {
    const sent = finishDrawing(drawing, ring(2), undefined).editing;
    const { editing, problem, said } = answered(sent, 1, 'No.');
    expect(problem).toBe('No.');
    expect(said).toBe('The change was refused: No.');
    const corners = square(0, 0, 2).slice(0, 4);
    expect(editing.tool).toEqual({ kind: 'drawing', shape: 'polygon', corners });
  });

  it('does not take the tool of another work when it is refused', () => {
    const sent = finishDrawing(drawing, ring(2), undefined).editing;
    const busy = startReshaping(sent, harbour, undefined).editing;
    expect(answered(busy, 1, 'No.').editing.tool).toBe(busy.tool);
  });

  it('waits its turn behind a change that is on its way', () => {
    const second = startDrawing(finishDrawing(drawing, ring(2), undefined).editing, 'rectangle', undefined);
    const queued = finishDrawing(second.editing, ring(3), undefined);
    expect(queued.send).toBeUndefined();
    const { send, written, said } = answered(queued.editing, 1, undefined);
    expect(send).toEqual({ id: 2, change: { kind: 'add', rings: ring(3) } });
    expect(written).toEqual({ kind: 'add', rings: ring(2) });
    expect(said).toBe('Area added');
  });
});

describe('reshaping', () => {
  it('sends each step with the whole rings, and collects the steps made meanwhile into one', () => {
    const start = reshaping();
    expect(openedOf(start)).toBe(harbour.polygon.coordinates);
    const first = reshaped(start, ring(2), undefined);
    expect(first.send).toEqual({ id: 1, change: reshape(2) });
    const second = reshaped(first.editing, ring(3), undefined);
    const third = reshaped(second.editing, ring(4), undefined);
    expect([second.send, third.send]).toEqual([undefined, undefined]);
    expect(answered(third.editing, 1, undefined).send).toEqual({ id: 2, change: reshape(4) });
  });

  it('leaves the handles alone when the text says what it was told', () => {
    const editing = reshaping(2);
    const read = textRead(editing, [harbourOf(2)]);
    expect(read.problem).toBeUndefined();
    expect(openedOf(read.editing)).toBe(openedOf(editing));
    expect(openedOf(textRead(answered(read.editing, 1, undefined).editing, [harbourOf(2)]).editing)).toBe(
      openedOf(editing),
    );
  });

  it('goes on when the text changed elsewhere', () => {
    const editing = reshaping(2, 3);
    const read = textRead(editing, [harbour, other]);
    expect(read.problem).toBeUndefined();
    expect(read.editing.waiting?.change).toEqual(reshape(2));
    expect(read.editing.queue).toEqual([reshape(3)]);
  });

  it('is taken back when the rings changed in the text, and a late answer says nothing', () => {
    const { editing, problem } = textRead(reshaping(2, 3), [harbourOf(9)]);
    expect(problem).toBe(takenBack);
    expect(editing).toMatchObject({ tool: { kind: 'none' }, waiting: undefined, queue: [] });
    expect(answered(editing, 1, undefined)).toEqual({ editing });
    expect(answered(editing, 1, 'Too late.')).toEqual({ editing });
  });

  it('follows the text when nothing is on its way, as after an undo', () => {
    const read = textRead(answered(textRead(reshaping(2), [harbourOf(2)]).editing, 1, undefined).editing, [
      harbour,
    ]);
    expect(read.problem).toBeUndefined();
    expect(openedOf(read.editing)).toBe(harbour.polygon.coordinates);
  });

  it('goes back to the rings of the text when it is refused', () => {
    const before = reshaping(2, 3);
    const { editing, problem, send } = answered(before, 1, 'No.');
    expect([problem, send]).toEqual(['No.', undefined]);
    expect(openedOf(editing)).toEqual(harbour.polygon.coordinates);
    expect(openedOf(editing)).not.toBe(openedOf(before));
    expect(editing.queue).toEqual([]);
  });

  it('ends when the area has gone from the text, with what was under way', () => {
    const idle = textRead(reshaping(), [other]);
    expect(idle.editing.tool.kind).toBe('none');
    expect(idle.problem).toBe('The area that was being reshaped is no longer in the text.');
    expect(textRead(reshaping(2), [other]).problem).toBe(takenBack);
  });

  it('finds the area again when another one came before it in the text', () => {
    const moved = { ...harbour, key: other.key };
    const { editing, problem } = textRead(reshaping(), [areaRow(0, square(9, 9)), moved]);
    expect(problem).toBeUndefined();
    expect(editing.tool).toMatchObject({ kind: 'reshaping', key: other.key });
    expect(openedOf(editing)).toBe(harbour.polygon.coordinates);
    // On its way it names the former place, where another area stands by now.
    expect(textRead(reshaping(2), [areaRow(0, square(9, 9)), moved]).problem).toBe(takenBack);
  });

  it('goes back while the areas are locked', () => {
    const start = reshaping();
    const { editing, problem, send } = reshaped(start, ring(2), 'Locked.');
    expect([problem, send]).toEqual(['Locked.', undefined]);
    expect(openedOf(editing)).not.toBe(openedOf(start));
    expect(openedOf(editing)).toEqual(harbour.polygon.coordinates);
  });

  it('does not put handles on thousands of corners', () => {
    const round = Array.from({ length: 12_400 }, (_, at) => [at, at * at]);
    const { editing, problem } = startReshaping(notEditing, areaRow(0, round), undefined);
    expect(editing.tool.kind).toBe('none');
    expect(problem).toBe('Area 1 has 12,400 positions: simplify it first (quick fix in the text).');
  });

  it('waits for an area to be chosen when there is none', () => {
    expect(startReshaping(notEditing, undefined, undefined).editing.tool.kind).toBe('choosing');
  });

  it('begins with what is on its way to the text, and shows that after the handles are gone', () => {
    const away = left(reshaping(2)).editing;
    expect(shownRings(away, harbour)).toEqual(ring(2));
    expect(shownRings(away, other)).toBe(other.polygon.coordinates);
    expect(openedOf(startReshaping(away, harbour, undefined).editing)).toEqual(ring(2));
  });
});

describe('deleting', () => {
  it('sends at once, and puts away the handles of that area alone', () => {
    const { editing, send } = removed(reshaping(), harbour.key, undefined);
    expect(send).toEqual({ id: 1, change: { kind: 'remove', key: harbour.key } });
    expect(editing.tool.kind).toBe('none');
    expect(removed(reshaping(), other.key, undefined).editing.tool.kind).toBe('reshaping');
  });

  it('goes behind a step that is on its way, and in place of one that is not', () => {
    const { editing } = removed(reshaping(2, 3), harbour.key, undefined);
    expect(editing.waiting?.change).toEqual(reshape(2));
    expect(editing.queue).toEqual([{ kind: 'remove', key: harbour.key }]);
  });

  it('happens one at a time: the next area of the text may get the place of the first', () => {
    const { editing } = removed(notEditing, harbour.key, undefined);
    expect(isRemoving(editing)).toBe(true);
    expect(removed(editing, harbour.key, undefined)).toEqual({ editing });
    expect(startReshaping(editing, harbour, undefined)).toEqual({ editing });
    expect(isRemoving(answered(editing, 1, undefined).editing)).toBe(false);
  });

  it('gives queued steps of the area with the handles the place that it has afterwards', () => {
    const open = startReshaping(notEditing, other, undefined).editing;
    const going = removed(open, harbour.key, undefined).editing;
    const stepped = reshaped(going, [square(5, 5, 3)], undefined).editing;
    const read = textRead(stepped, [{ ...other, key: harbour.key }]);
    expect(read.problem).toBeUndefined();
    const { send } = answered(read.editing, 1, undefined);
    expect(send).toEqual({ id: 2, change: { kind: 'reshape', key: harbour.key, rings: [square(5, 5, 3)] } });
  });

  it('is refused while the areas are locked, and by the host', () => {
    expect(removed(notEditing, harbour.key, 'Locked.')).toEqual({ editing: notEditing, problem: 'Locked.' });
    const refused: Outcome = answered(removed(notEditing, harbour.key, undefined).editing, 1, 'No.');
    expect(refused.problem).toBe('No.');
    expect(isRemoving(refused.editing)).toBe(false);
  });
});

it('forgets what was meant for another document', () => {
  expect(turnedAway(reshaping(2, 3)).editing).toEqual({ ...notEditing, nextId: 2 });
});

it('takes no answer but the one to what was sent', () => {
  const editing = reshaping(2);
  expect(answered(editing, 7, undefined)).toEqual({ editing });
});
