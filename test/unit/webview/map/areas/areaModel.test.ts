import { signal } from '@preact/signals-core';
import { describe, expect, it } from 'vitest';
import type { AreaRow, DocumentShown, MapState, ToHost } from '../../../../../src/shared/protocol.ts';
import { AreaModel } from '../../../../../webview/map/areas/areaModel.ts';
import { areaRow, square } from './areaRow.ts';

const rows = [0, 1, 2].map(index => areaRow(index, square(index * 10, 0)));
const [first, second, third] = rows as [AreaRow, AreaRow, AreaRow];

function page(document: Partial<DocumentShown> = {}, areas: readonly AreaRow[] = rows) {
  const posted: ToHost[] = [];
  const busy: boolean[] = [];
  const state = signal<MapState | undefined>(undefined);
  const model = new AreaModel(message => {
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
});

describe('changes', () => {
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
