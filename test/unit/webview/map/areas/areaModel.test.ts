import { signal } from '@preact/signals-core';
import { describe, expect, it } from 'vitest';
import type { AreaRow, DocumentShown, MapState, ToHost } from '../../../../../src/shared/protocol.ts';
import { createAreaModel } from '../../../../../webview/map/areas/areaModel.ts';
import { areaRow, square } from './areaRow.ts';

const rows = [0, 1, 2].map(index => areaRow(index, square(index * 10, 0)));
const [first, second, third] = rows as [AreaRow, AreaRow, AreaRow];

function page(document: Partial<DocumentShown> = {}, areas: readonly AreaRow[] = rows) {
  const posted: ToHost[] = [];
  const busy: boolean[] = [];
  const state = signal<MapState | undefined>(undefined);
  const model = createAreaModel(message => {
    if (message.kind === 'inHand') busy.push(message.isBusy);
    else posted.push(message);
  }, state);
  /** A reading of the text, as the host tells it. */
  function read(revision: number, all: readonly AreaRow[], change: Partial<DocumentShown> = {}): void {
    const shown = { name: 'a.geojson', revision, areaCount: all.length, leftOut: 0, ...document, ...change };
    state.value = {
      document: shown,
      aoiChanged: false,
      filters: {},
      phase: { kind: 'idle' },
      searchId: 0,
      imageCount: 0,
      totalIsCap: false,
      hasMore: false,
      selected: [],
      streaming: [],
    };
    model.receiveState(state.value);
    model.receive({ kind: 'areas', revision, from: 0, areas: structuredClone([...all]) });
  }
  if (areas.length > 0) read(1, areas);
  return { model, posted, busy, read, state, last: () => posted.at(-1), lit: () => model.lit.value?.name };
}

describe('what would be lost with the page', () => {
  it('is told of while it is drawn, and until it is in the text', () => {
    const { model, busy, posted } = page({}, []);
    model.draw('polygon');
    expect(busy).toEqual([true]);
    model.finishDrawing(square(0, 0));
    expect([busy, posted.at(-1)?.kind]).toEqual([[true], 'change']);
    model.receive({ kind: 'changed', id: 1 });
    expect(busy).toEqual([true, false]);
  });

  it('is told of while it is reshaped, and not where an area is only being chosen', () => {
    const { model, busy } = page();
    model.reshape();
    expect(busy).toEqual([]);
    model.reshape(first);
    model.leave();
    expect(busy).toEqual([true, false]);
  });
});

describe('the area that is lit', () => {
  it('is the one at the cursor, stepped to or clicked, whichever was last', () => {
    const { model, lit, last } = page();
    expect(lit()).toBeUndefined();
    model.receive({ kind: 'cursor', key: second.key });
    expect(lit()).toBe('Area 2');
    model.step(1);
    expect(lit()).toBe('Area 3');
    expect(model.sought.value?.name).toBe('Area 3');
    model.reveal(first, false);
    expect(lit()).toBe('Area 1');
    expect(last()).toEqual({ kind: 'revealArea', key: first.key, takesFocus: false });
    model.receive({ kind: 'cursor', key: undefined });
    expect(lit()).toBeUndefined();
  });

  it('is found again when its place in the text changed', () => {
    const { model, lit, read } = page();
    model.receive({ kind: 'cursor', key: second.key });
    read(2, [
      { ...third, key: second.key },
      { ...second, key: third.key },
    ]);
    expect(model.lit.value).toMatchObject({ name: 'Area 2', key: third.key });
    read(3, []);
    expect(lit()).toBeUndefined();
  });

  it('goes with its document', () => {
    const { model, lit, read } = page();
    model.receive({ kind: 'cursor', key: second.key });
    read(2, rows, { name: 'b.geojson' });
    expect(lit()).toBeUndefined();
  });
});

describe('stepping', () => {
  it('goes around, from the area in hand when none is lit, and says where it is', () => {
    const { model, lit } = page({ current: third.key });
    model.step(1);
    expect(lit()).toBe('Area 1');
    expect(model.said.value?.text).toMatch(/^Area 1, .* km², area 1 of 3$/);
    model.step(-1);
    expect(lit()).toBe('Area 3');
  });

  it.each([
    [1, 'Area 1'],
    [-1, 'Area 3'],
  ] as const)('begins at an end when no area is in hand', (by, name) => {
    const { model, lit } = page();
    model.step(by);
    expect(lit()).toBe(name);
  });

  it('does nothing without areas', () => {
    const { model, posted } = page({}, []);
    model.step(1);
    expect([model.sought.value, posted]).toEqual([undefined, []]);
  });
});

describe('taking an area in hand', () => {
  it('asks for the one that is lit, unless it is in hand', () => {
    const { model, posted } = page({ current: first.key });
    model.take();
    expect(posted).toEqual([]);
    model.step(1);
    model.take();
    expect(posted).toEqual([{ kind: 'takeArea', key: second.key }]);
  });
});

describe('changes', () => {
  it('name the reading that they are made on', () => {
    const { model, last, read } = page();
    read(4, rows);
    model.draw('rectangle');
    model.finishDrawing(square(50, 50));
    expect(last()).toEqual({
      kind: 'change',
      id: 1,
      revision: 4,
      change: { kind: 'add', ring: square(50, 50) },
    });
  });

  it('of an area name the reading that named it, while the next one arrives', () => {
    const { model, last, state } = page();
    const document = { name: 'a.geojson', revision: 2, areaCount: 3, leftOut: 0 };
    state.value = { ...(state.value as MapState), document };
    model.receiveState(state.value);
    expect(model.upToDate.value).toBe(false);
    model.receive({ kind: 'cursor', key: first.key });
    model.remove();
    expect(last()).toMatchObject({ revision: 1, change: { kind: 'remove', key: first.key } });
  });

  it('begin a document where there is none, and light the area that was added', () => {
    const { model, last, lit, read } = page({}, []);
    model.draw('polygon');
    model.finishDrawing(square(3, 3));
    expect(last()).toMatchObject({ kind: 'change', revision: undefined });
    read(1, [areaRow(0, square(3, 3))]);
    model.receive({ kind: 'changed', id: 1 });
    expect(lit()).toBe('Area 1');
    expect(model.said.value?.text).toBe('Area added');
  });

  it('put the message about a former one away, and bring one when they are refused', () => {
    const { model } = page();
    model.reshape(first);
    model.reshaped({ kind: 'move', ring: 0, vertex: 1, to: [2, 0] });
    model.receive({ kind: 'changed', id: 1, problem: 'It is read-only.' });
    expect(model.problem.value).toBe('It is read-only.');
    expect(model.said.value?.text).toBe('The change was refused: It is read-only.');
    model.reshaped({ kind: 'delete', ring: 0, vertex: 1 });
    expect(model.problem.value).toBeUndefined();
    model.receive({ kind: 'changed', id: 2, problem: 'It is read-only.' });
    model.leave();
    expect(model.problem.value).toBeUndefined();
  });
});

describe('tools', () => {
  it('are put away by the same button, and say how they are used by keyboard', () => {
    const { model } = page();
    model.draw('polygon');
    expect(model.editing.value.tool).toMatchObject({ kind: 'drawing', shape: 'polygon' });
    expect(model.said.value?.text).toContain('Space puts a corner');
    model.draw('rectangle');
    expect(model.editing.value.tool).toMatchObject({ shape: 'rectangle' });
    model.draw('rectangle');
    expect(model.editing.value.tool.kind).toBe('none');
  });

  it('reshape the area that is lit, else the one in hand, else one that is chosen then', () => {
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
    const { model: inHand } = page({ current: first.key });
    inHand.reshape();
    expect(inHand.editing.value.tool).toMatchObject({ key: first.key });
    expect(inHand.sought.value?.name).toBe('Area 1');
    expect(model.sought.value).toBeUndefined();
  });

  it('say why they cannot be used', () => {
    const { model, posted } = page({ locked: 'The JSON is not complete.' });
    expect(model.reasons.value).toMatchObject({
      draw: 'The JSON is not complete.',
      reshape: 'The JSON is not complete.',
      remove: 'The JSON is not complete.',
    });
    model.reshape();
    expect(model.said.value?.text).toBe('The JSON is not complete.');
    model.remove();
    model.draw('polygon');
    expect(model.problem.value).toBe('The JSON is not complete.');
    expect([model.editing.value.tool.kind, posted]).toEqual(['none', []]);
  });

  it('delete by key only what is lit or has the handles, so that a second press deletes nothing', () => {
    const { model, posted, read } = page({ current: first.key });
    model.removeChosen();
    expect(posted).toEqual([]);
    expect(model.said.value?.text).toBe('Choose an area first: click its outline, or step to it.');
    model.receive({ kind: 'cursor', key: second.key });
    model.removeChosen();
    model.removeChosen();
    read(2, [first, { ...third, key: second.key }]);
    model.receive({ kind: 'changed', id: 1 });
    model.removeChosen();
    expect(posted).toHaveLength(1);
    model.remove();
    expect(posted.at(-1)).toMatchObject({ change: { kind: 'remove', key: first.key } });
  });
});
