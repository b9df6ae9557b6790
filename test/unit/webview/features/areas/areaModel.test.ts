import { signal } from '@preact/signals-core';
import type { Position } from 'geojson';
import { describe, expect, it, vi } from 'vitest';
import type { VertexStep } from '../../../../../src/features/areas/rules/edits/areaChange.ts';
import type {
  AreaRow,
  DocumentShown,
  MapState,
  PlaceAnswer,
  ToHost,
} from '../../../../../src/protocol/protocol.ts';
import { noTool, visibleRings } from '../../../../../webview/features/areas/areaEditing.ts';
import { AreaModel } from '../../../../../webview/features/areas/areaModel.ts';
import { createAnnouncer } from '../../../../../webview/ui/announcer.ts';
import { fakeHost } from '../../fakeHost.ts';
import { mapState } from '../../mapState.ts';
import { areaRow, square } from './areaRow.ts';

const rows = [0, 1, 2].map(index => areaRow(index, square(index * 10, 0)));
const [first, second, third] = rows as [AreaRow, AreaRow, AreaRow];

function page(document: Partial<DocumentShown> = { adds: 'inside' }, areas: readonly AreaRow[] = rows) {
  const host = fakeHost();
  const { posted } = host;
  const busy: boolean[] = [];
  const state = signal<MapState | undefined>(undefined);
  const announcer = createAnnouncer();
  const post = (message: ToHost) => {
    if (message.kind === 'busy') busy.push(message.isBusy);
    else host.post(message);
  };
  const model = new AreaModel({ state, post, ask: host.ask, loadPicture: vi.fn() }, announcer.say);
  /** A new revision of the text, as the host sends it. */
  function read(revision: number, all: readonly AreaRow[], change: Partial<DocumentShown> = {}): void {
    const current = {
      name: 'a.geojson',
      revision,
      areaCount: all.length,
      leftOut: 0,
      canUndo: true,
      canRedo: true,
      ...document,
      ...change,
    };
    state.value = mapState({ document: current, phase: { kind: 'idle' } });
    model.receiveState(state.value);
    model.receive({ kind: 'areas', revision, from: 0, areas: structuredClone([...all]) });
  }
  if (areas.length > 0) read(1, areas);
  return {
    model,
    announced: () => announcer.text.value,
    posted,
    busy,
    read,
    state,
    /** The last change that was to be written. */
    last: () => host.asked('change').at(-1),
    changes: () => host.asked('change').map(({ change }) => change),
    /** Answers the oldest change. */
    written: () => host.answer('change', undefined),
    refused: (problem: string) => host.answer('change', problem),
    answerPlace: (answer: PlaceAnswer) => host.answer('findPlace', answer),
    active: () => model.active.value?.name,
  };
}

describe('unsaved work on the page', () => {
  it('is reported from the first click until it is in the text', async () => {
    const { model, busy, changes, written } = page({}, []);
    model.draw('polygon');
    expect(busy).toEqual([true]);
    model.finishDrawing(square(0, 0));
    expect([busy, changes().length]).toEqual([[true], 1]);
    await written();
    expect(busy).toEqual([true, false]);
  });
});

describe('the active area', () => {
  it('is the one of the host, or the one that was stepped to or clicked, whichever came last', () => {
    const { model, active, posted, read } = page();
    expect(active()).toBeUndefined();
    read(2, rows, { current: second.key });
    expect(active()).toBe('Area 2');
    model.step(1);
    expect(active()).toBe('Area 3');
    expect(model.sought.value?.name).toBe('Area 3');
    model.reveal(first, false);
    expect(active()).toBe('Area 1');
    expect(posted).toEqual([
      { kind: 'takeArea', key: third.key },
      { kind: 'takeArea', key: first.key },
      { kind: 'revealArea', key: first.key, takesFocus: false },
    ]);
    // The host answers one after another, and must not take back the last one.
    for (const current of [second, third, first]) {
      read(2, rows, { current: current.key });
      expect(active()).toBe('Area 1');
    }
    read(2, rows, { current: second.key });
    expect(active()).toBe('Area 2');
  });

  it('is asked for once, also to be reshaped', () => {
    const { model, posted } = page();
    model.reshape(second);
    model.reveal(second, true);
    expect(posted.map(({ kind }) => kind)).toEqual(['takeArea', 'revealArea']);
  });
});

const takenBack = 'The text changed, so your last change on the map was discarded.';
/** The first area with its second vertex at a longitude, and the step that moves it there. */
const ring = (x: number) => [square(0, 0).with(1, [x, 0])];
const firstOf = (x: number) => areaRow(0, ring(x)[0] ?? []);
const move = (x: number) => ({ kind: 'move', ring: 0, vertex: 1, to: [x, 0] }) as const;
const insert = { kind: 'insert', ring: 0, vertex: 3, to: [0.5, 2] } as const;
const change = (x: number) => ({ kind: 'reshape' as const, key: first.key, step: move(x) });

describe('drawing', () => {
  const drawn = square(0, 0, 2);

  it('creates a document if there is none', async () => {
    const { model, announced, last, read, changes, written } = page({}, []);
    model.draw('polygon');
    model.finishDrawing(square(3, 3));
    expect(last()).toHaveProperty('revision', undefined);
    model.finishDrawing(square(3, 3));
    expect(changes()).toHaveLength(1);
    read(1, [areaRow(0, square(3, 3))]);
    await written();
    expect(announced()).toBe('Area added');
  });

  it('continues while the text changes and when the map switches to another document', () => {
    const { model, read } = page();
    model.draw('polygon');
    const { tool } = model.editing.value;
    read(2, [second]);
    read(3, [second], { name: 'b.geojson' });
    expect(model.editing.value.tool).toBe(tool);
  });

  it('goes into the collection of the map, but makes none of a single area, unless a person says otherwise', () => {
    const goesTo = (adds: DocumentShown['adds'], choice?: 'here' | 'new') => {
      const { model, last } = page(adds ? { adds } : {});
      model.draw('polygon');
      if (choice) model.addTo(choice);
      expect(model.target.value?.whyNot).toBe(adds ? undefined : "a.geojson can't take another area.");
      model.finishDrawing(drawn);
      return last()?.revision === undefined ? 'a new file' : 'this file';
    };
    expect(goesTo('inside')).toBe('this file');
    expect(goesTo('inside', 'new')).toBe('a new file');
    expect(goesTo('beside')).toBe('a new file');
    expect(goesTo('beside', 'here')).toBe('this file');
    expect(goesTo(undefined)).toBe('a new file');
  });

  it('is told to be in the text also when the map has switched to its new document before, where the next goes', async () => {
    const { model, announced, read, changes, last, written } = page({ adds: 'beside' });
    model.draw('circle');
    model.finishDrawing(drawn);
    read(2, [areaRow(0, drawn)], { name: 'area.aoi.geojson', adds: 'inside' });
    await written();
    expect(announced()).toBe('Area added');
    model.add(drawn);
    expect([changes().length, last()?.revision]).toEqual([2, 2]);
  });

  it('goes into a new file while the document cannot be changed, and stays open if it was meant for it', () => {
    const { model, last, posted } = page({ locked: 'Locked.' });
    model.draw('polygon');
    expect(model.target.value).toMatchObject({ isNew: true, whyNot: 'Locked.' });
    model.finishDrawing(drawn);
    expect(last()).toHaveProperty('revision', undefined);
    expect(posted).toEqual([]);
    const { model: begun, read, changes } = page();
    begun.draw('polygon');
    begun.addTo('here');
    read(2, rows, { locked: 'Locked.' });
    begun.finishDrawing(drawn);
    expect([begun.editing.value.tool.kind, begun.problem.value]).toEqual(['drawing', 'Locked.']);
    expect(changes()).toEqual([]);
  });

  it('of a hole does not start while the document cannot be changed', () => {
    const { model } = page({ locked: 'Locked.' });
    model.draw('hole');
    expect([model.editing.value.tool.kind, model.problem.value]).toEqual(['none', 'Locked.']);
  });

  it('of a hole changes the active area, clockwise, and is restored when it is rejected', async () => {
    const { model, announced, last, read, refused } = page();
    model.draw('hole');
    expect(model.editing.value.tool.kind).toBe('none');
    expect(announced()).toBe('Select an area first: click its outline, or step to it.');
    read(2, rows, { current: second.key });
    model.draw('hole');
    model.finishDrawing(drawn);
    const step = { kind: 'hole', hole: drawn.toReversed() };
    expect(last()).toMatchObject({ change: { kind: 'reshape', key: second.key, step } });
    await refused('No.');
    expect(model.editing.value.tool).toMatchObject({ kind: 'drawing', shape: 'hole', points: { length: 4 } });
  });

  it('is restored with its vertices when the area is rejected', async () => {
    const { model, announced, refused } = page();
    model.draw('polygon');
    model.finishDrawing(drawn);
    await refused('No.');
    expect(model.problem.value).toBe('No.');
    expect(announced()).toMatch(/^No. Arrow keys/);
    expect(model.editing.value.tool).toEqual({
      kind: 'drawing',
      shape: 'polygon',
      points: drawn.slice(0, 4),
    });
  });
});

describe('reshaping', () => {
  /** Shows the handles on the first area, with steps already sent. */
  function moving(...steps: readonly VertexStep[]) {
    const all = page();
    all.model.reshape(first);
    const opened = () => {
      const { tool } = all.model.editing.value;
      return tool.kind === 'reshaping' ? tool.opened : undefined;
    };
    const before = opened();
    for (const step of [move(2), ...steps]) all.model.reshaped(step);
    const { model, announced, read, changes, written, refused } = all;
    return {
      model,
      announced,
      read,
      opened,
      before,
      changes,
      written,
      refused,
      problem: () => model.problem.value,
    };
  }

  it('sends each step after the previous answer, as long as the text still has the rings it was made on', async () => {
    const { read, changes, written, problem } = moving(insert);
    expect(changes()).toEqual([change(2)]);
    // Changes elsewhere in the text are fine.
    read(2, [firstOf(2), second, third, areaRow(3, square(50, 50))]);
    await written();
    expect(changes().at(-1)).toEqual({ kind: 'reshape', key: first.key, step: insert });
    expect(problem()).toBeUndefined();
  });

  it('merges moves of one vertex that are made while waiting', async () => {
    const { read, changes, written } = moving(move(3), move(4));
    read(2, [firstOf(2), second, third]);
    await written();
    expect(changes()).toEqual([change(2), change(4)]);
  });

  it('keeps the handles when the text matches them, and otherwise follows the text, as after an undo', async () => {
    const { read, opened, before, written, problem } = moving();
    read(2, [firstOf(2), second, third]);
    await written();
    expect(opened()).toBe(before);
    read(3, rows);
    expect(problem()).toBeUndefined();
    expect(opened()).not.toBe(before);
    expect(opened()).toEqual([square(0, 0)]);
  });

  it('is reverted when the rings changed in the text, and the handles follow', async () => {
    const { model, read, opened, changes, written, problem } = moving(move(3), insert);
    read(2, [firstOf(9), second, third]);
    await written();
    expect([problem(), changes()]).toEqual([takenBack, [change(2)]]);
    expect(model.editing.value).toMatchObject({ queue: [] });
    expect(opened()).toEqual(ring(9));
  });

  it('goes back to the rings of the text when it is rejected', async () => {
    const { model, announced, opened, changes, refused, problem } = moving(insert);
    await refused('No.');
    expect([problem(), announced()]).toEqual(['No.', 'No.']);
    expect(changes()).toHaveLength(1);
    expect(opened()).toEqual([square(0, 0)]);
    // The next action dismisses the message.
    model.reshaped({ kind: 'delete', ring: 0, vertex: 1 });
    expect(problem()).toBeUndefined();
  });

  it('finds the area again after one was inserted before it, and ends when it is gone from the text', () => {
    const { model, read, announced } = page();
    model.reshape(first);
    read(2, [areaRow(0, square(90, 9)), { ...first, key: second.key }]);
    expect(model.editing.value.tool).toMatchObject({ kind: 'reshaping', key: second.key });
    expect(model.problem.value).toBeUndefined();
    read(3, [areaRow(0, square(90, 9))]);
    expect(model.editing.value.tool.kind).toBe('none');
    // That isn't an error: it was undone or deleted there.
    expect(model.problem.value).toBeUndefined();
    expect(announced()).toBe('The area is no longer in the text.');
  });

  it('does not put handles on thousands of vertices', () => {
    const round = Array.from({ length: 12_401 }, (_, at): Position => (at < 12_400 ? [at, at * at] : [0, 0]));
    const { model } = page({}, [areaRow(0, round)]);
    model.reshape();
    expect(model.editing.value.tool.kind).toBe('none');
    expect(model.problem.value).toBe('Area 1 has 12,400 positions. Run "Simplify Area…".');
  });

  it('starts from changes that are not in the text yet, and still shows them after the handles are gone', () => {
    const { model, opened } = moving();
    model.leave();
    const { editing, rows: visibleRows } = model;
    expect(visibleRows.value.map(row => visibleRings(editing.value, row))).toEqual([
      ring(2),
      ...[second, third].map(({ polygon }) => polygon.coordinates),
    ]);
    model.reshape(visibleRows.value[0]);
    expect(opened()).toEqual(ring(2));
  });

  it('is dropped with its document, and a late answer is ignored', async () => {
    const { model, read, refused, problem } = moving(insert);
    read(2, rows, { name: 'b.geojson' });
    expect(model.editing.value).toEqual({ tool: noTool, queue: [] });
    await refused('Too late.');
    expect(problem()).toBeUndefined();
  });

  it('is followed by a deletion, which never hits another area that took its place', async () => {
    const { model, read, changes, written, problem } = moving();
    model.remove();
    expect(model.editing.value.tool.kind).toBe('none');
    read(2, [{ ...second, key: first.key }, third]);
    await written();
    expect([changes(), problem()]).toEqual([[change(2)], takenBack]);
    const { model: otherModel, read: readThen, changes: sent, written: writtenThen } = moving();
    otherModel.remove();
    readThen(2, [firstOf(2), second, third]);
    await writtenThen();
    expect(sent().at(-1)).toEqual({ kind: 'remove', key: first.key });
  });
});

describe('tools', () => {
  it('reshape the active area, else one that is chosen next', () => {
    const { model } = page();
    model.reshape();
    expect(model.editing.value.tool.kind).toBe('choosing');
    model.reshape(second);
    expect(model.editing.value.tool).toMatchObject({ kind: 'reshaping', key: second.key });
    expect(model.acted.value?.name).toBe('Area 2');
    model.reshape(third);
    expect(model.editing.value.tool).toMatchObject({ kind: 'reshaping', key: third.key });
    model.reshape();
    expect(model.editing.value.tool.kind).toBe('none');
    const { model: active } = page({ current: first.key });
    active.reshape();
    expect(active.editing.value.tool).toMatchObject({ key: first.key });
    expect(active.sought.value?.name).toBe('Area 1');
    expect(model.sought.value).toBeUndefined();
  });

  it('delete by key only what is active or has the handles, so that a second press deletes nothing', async () => {
    const { model, announced, posted, read, changes, written } = page({}, [first]);
    model.removeChosen();
    expect(posted).toEqual([]);
    expect(announced()).toBe('Select an area first: click its outline, or step to it.');
    read(2, rows, { current: second.key });
    model.removeChosen();
    model.removeChosen();
    read(3, [first, { ...third, key: second.key }]);
    await written();
    model.removeChosen();
    expect(changes()).toHaveLength(1);
    read(4, [first]);
    model.remove();
    expect(changes().at(-1)).toEqual({ kind: 'remove', key: first.key });
  });
});

describe('the selected vertex', () => {
  it('is shown in the text once, moved to typed coordinates with new handles, and gone with the handles', () => {
    const { model, posted, changes } = page();
    model.reshape(first);
    posted.length = 0;
    for (const _twice of [1, 2]) model.selectVertex({ ring: 0, vertex: 1 });
    expect(posted).toEqual([{ kind: 'revealVertex', key: first.key, ring: 0, vertex: 1 }]);
    const { tool: before } = model.editing.value;
    void model.typeVertex('0.75, 0.125');
    const { tool } = model.editing.value;
    expect(changes()).toEqual([
      { kind: 'reshape', key: first.key, step: { kind: 'move', ring: 0, vertex: 1, to: [0.75, 0.125] } },
    ]);
    expect(tool).toMatchObject({ kind: 'reshaping', rings: [square(0, 0).with(1, [0.75, 0.125])] });
    expect('opened' in tool && 'opened' in before && tool.opened !== before.opened).toBe(true);
    model.leave();
    expect(model.vertex.value).toBeUndefined();
  });

  it('is moved to what the host reads, in the copy of the world where it is', async () => {
    const ring = square(180, 0);
    const { model, changes, answerPlace } = page(undefined, [areaRow(0, ring)]);
    model.reshape(model.rows.value[0]);
    model.selectVertex({ ring: 0, vertex: 1 });
    const moving = model.typeVertex('0.5 N, 179.5 W');
    await answerPlace({ places: [{ latitude: 0.5, longitude: -179.5 }] });
    await moving;
    expect(changes()).toMatchObject([{ step: { kind: 'move', ring: 0, vertex: 1, to: [180.5, 0.5] } }]);
  });

  it.each<[string, PlaceAnswer, RegExp]>([
    ['95 N, 5 E', { places: [], problem: '95 N is out of range.' }, /^95 N is out of range\.$/],
    [
      '43,3; 5,37',
      {
        places: [
          { latitude: 43.3, longitude: 5.37 },
          { latitude: 5.37, longitude: 43.3 },
        ],
      },
      /^Enter longitude and latitude/,
    ],
    [
      '43 N 5 E, 44 N 6 E',
      { places: [{ latitude: 43.5, longitude: 5.5, bounds: [5, 43, 6, 44] }] },
      /^Enter longitude/,
    ],
    ['Ulm 7', { places: [{ name: 'Ulm', latitude: 48.4, longitude: 10 }] }, /^Enter longitude/],
    ['7 Oaks', { places: [], problem: 'No place named 7 Oaks.' }, /^Enter longitude/],
  ])('stays where it is if %s is no position', async (text, answer, problem) => {
    const { model, changes, answerPlace } = page();
    model.reshape(first);
    model.selectVertex({ ring: 0, vertex: 1 });
    const moving = model.typeVertex(text);
    await answerPlace(answer);
    await moving;
    expect(changes()).toEqual([]);
    expect(model.problem.value).toMatch(problem);
  });

  it('is the one that was just added', () => {
    const { model } = page();
    model.reshape(first);
    model.selectVertex({ ring: 0, vertex: 1 });
    model.reshaped({ kind: 'insert', ring: 0, vertex: 3, to: [0.5, 1] });
    expect(model.vertex.value).toEqual({ ring: 0, vertex: 3 });
  });
});
