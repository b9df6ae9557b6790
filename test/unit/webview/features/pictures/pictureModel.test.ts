import { describe, expect, it } from 'vitest';
import type { ImageRow, MapState } from '../../../../../src/protocol/protocol.ts';
import type { PictureModel, SavedPictures } from '../../../../../webview/features/pictures/pictureModel.ts';
import { fakeHost } from '../../fakeHost.ts';
import { mapState } from '../../mapState.ts';
import { testStores } from '../../testStores.ts';

function row(id: string, whyNo: ImageRow['whyNo'] = {}): ImageRow {
  return {
    id,
    footprint: { type: 'Polygon', coordinates: [] },
    acquisitionDate: '2025-01-02T10:00:00Z',
    whyNo,
  };
}

function page(saved?: SavedPictures) {
  const host = fakeHost();
  let kept: SavedPictures | undefined;
  const savedView = saved ? { pictures: saved } : {};
  const model = testStores({ ...host, savedView, saveView: change => (kept = change.pictures ?? kept) });
  const { pictures } = model;
  return {
    model,
    pictures,
    saved: () => kept,
    requested: () => host.asked('quicklook').map(({ id }) => id),
    state: (change: Partial<MapState> = {}) =>
      model.receive({ kind: 'state', state: mapState({ connection: 'Local', imageCount: 2, ...change }) }),
    signOut: () => model.receive({ kind: 'state', state: mapState({ imageCount: 2 }) }),
    images: (...images: ImageRow[]) => model.receive({ kind: 'images', searchId: 1, from: 0, images }),
    /** Answers the oldest request. */
    quicklook: (problem?: string) =>
      problem === undefined
        ? host.answer('quicklook', { mimeType: 'image/jpeg', bytes: new Uint8Array(1) })
        : host.fail('quicklook', problem),
    pick: (id: string) => (pictures.card.value = id),
  };
}

describe('quicklooks on the map', () => {
  it('are requested once, and visible when they arrive', async () => {
    const { pictures, requested, ...host } = page();
    host.state();
    host.images(row('a'));
    host.pick('a');
    pictures.toggleQuicklook('a');
    host.state();
    expect(requested()).toEqual(['a']);
    expect(pictures.visible.value.size).toBe(0);
    await host.quicklook();
    expect([...pictures.visible.value]).toEqual(['a']);
    pictures.toggleQuicklook('a');
    expect(pictures.onMap.value).toEqual([]);
    pictures.toggleQuicklook('a');
    expect(requested()).toHaveLength(1);
  });

  it('are drawn above the others for an image that a list of the editor previews, and then gone', () => {
    const { pictures, requested, saved, ...host } = page();
    host.state({ imageCount: 3 });
    host.images(row('a'), row('b'), row('c', { quicklook: 'None' }));
    for (const id of ['a', 'b']) pictures.toggleQuicklook(id);
    pictures.setOpacity('a', 0.5);
    const before = saved();
    const drawn = ['a', 'c', undefined].map(preview => {
      host.state({ imageCount: 3, ...(preview && { preview }) });
      return pictures.drawn.value.map(({ id, opacity }) => `${id} ${opacity}`).join();
    });
    expect(drawn).toEqual(['b 1,a 1', 'a 0.5,b 1', 'a 0.5,b 1']);
    expect([saved(), requested().length]).toEqual([before, 2]);
  });

  it("stay when the next search doesn't find their image", async () => {
    const { pictures, ...host } = page();
    host.state();
    host.images(row('a'));
    host.pick('a');
    pictures.toggleQuicklook('a');
    await host.quicklook();
    host.state({ searchId: 2, imageCount: 0 });
    expect([...pictures.visible.value]).toEqual(['a']);
    expect(pictures.rows.value.get('a')?.id).toBe('a');
  });

  it('stay until the editor knows who is signed in, and are removed with the connection that they came from', () => {
    const { pictures, ...host } = page({ kept: [{ id: 'a', opacity: 1, quicklook: true }] });
    host.signOut();
    host.state();
    host.images(row('a'));
    expect(pictures.onMap.value).toHaveLength(1);
    host.state({ connection: 'Other' });
    expect(pictures.onMap.value).toEqual([]);
    expect(host.saved()).toMatchObject({ kept: [] });
    pictures.drape(['b', 'c'], [row('b'), row('c')]);
    pictures.comparison.start();
    expect(pictures.comparison.mode.value).toBe('swipe');
    host.signOut();
    expect(pictures.comparison.mode.value).toBeUndefined();
    expect(pictures.onMap.value).toEqual([]);
  });
});

describe('pictures on the map', () => {
  const ids = ({ onMap }: PictureModel) => onMap.value.map(({ id }) => id);

  it('are stacked in the order they were added, the last on top', () => {
    const { pictures } = page();
    for (const id of ['a', 'b', 'a', 'a']) pictures.toggleQuicklook(id);
    expect(ids(pictures)).toEqual(['b', 'a']);
  });

  it('are six at most, and the oldest is removed', () => {
    const { pictures } = page();
    for (const id of 'abcdefg') pictures.toggleQuicklook(id);
    expect(ids(pictures)).toEqual(['b', 'c', 'd', 'e', 'f', 'g']);
  });

  it('have the time of day in their names where others are of the same day, and then a part of the id', () => {
    const { pictures, images, state } = page();
    const at = (id: string, time: string) => ({ ...row(id), constellation: 'SPOT', acquisitionDate: time });
    const names = () => pictures.onMap.value.map(({ id }) => pictures.nameOnMap(id));
    state({ imageCount: 4 });
    images(
      at('a', '2026-11-20T09:16:01Z'),
      at('b', '2026-11-20T09:21:00Z'),
      at('c', '2026-11-20T09:16:02Z'),
      at('d', '2026-11-21T09:16:00Z'),
    );
    for (const id of 'ad') pictures.toggleQuicklook(id);
    expect(names()).toEqual(['2026-11-20 SPOT', '2026-11-21 SPOT']);
    pictures.toggleQuicklook('b');
    expect(names()).toEqual(['2026-11-20 09:16 SPOT', '2026-11-21 SPOT', '2026-11-20 09:21 SPOT']);
    pictures.toggleQuicklook('c');
    expect(names().filter(name => name.includes('09:16'))).toEqual([
      '2026-11-20 09:16 SPOT a',
      '2026-11-20 09:16 SPOT c',
    ]);
  });

  it('include streaming images, with or without a quicklook', () => {
    const { pictures, state } = page();
    state({ streaming: ['b', 'a', 'c'] });
    pictures.toggleQuicklook('a');
    pictures.setOpacity('b', 0.5);
    expect(pictures.onMap.value).toEqual([
      { id: 'a', opacity: 1, quicklook: true, streaming: true },
      { id: 'b', opacity: 0.5, quicklook: false, streaming: true },
      { id: 'c', opacity: 1, quicklook: false, streaming: true },
    ]);
  });
});

const anyComparison = { isOn: true, mode: 'blink', divider: 0.5, fade: 0.5, rate: 1 } as const;

describe('a comparison', () => {
  function compared(images: string, saved?: SavedPictures) {
    const all = page(saved);
    all.state();
    all.images(...Array.from(images, id => row(id)));
    if (!saved) for (const id of images) all.pictures.toggleQuicklook(id);
    const { comparison } = all.pictures;
    /** Which pictures the one map draws, with their opacity or side. */
    const drawn = () =>
      Object.fromEntries(
        images.split('').flatMap(id => {
          const style = comparison.pictureLook(id, 0.8);
          return style ? [[id, style.side ?? style.opacity]] : [];
        }),
      );
    return { ...all, comparison, drawn };
  }

  it('shows the two topmost pictures: cut, faded, or one at a time', () => {
    const { comparison, drawn } = compared('abc');
    expect(drawn()).toEqual({ a: 0.8, b: 0.8, c: 0.8 });
    comparison.start('swipe');
    expect(drawn()).toEqual({ b: 'left', c: 'right' });
    comparison.start('opacity');
    comparison.setFade(0.3);
    expect(drawn()).toEqual({ b: 1, c: 0.3 });
    comparison.start('blink');
    expect(drawn()).toEqual({ c: 0.8 });
    comparison.switchByHand();
    expect(drawn()).toEqual({ b: 0.8 });
    comparison.start('sideBySide');
    expect(drawn()).toEqual({});
    comparison.stop();
    expect(drawn()).toEqual({ a: 0.8, b: 0.8, c: 0.8 });
  });

  it('never flashes more than three times a second, which takes two changes each', () => {
    const { comparison } = compared('ab', { kept: [], comparison: { ...anyComparison, rate: 50 } });
    expect(comparison.saved.value.rate).toBeLessThanOrEqual(6);
    comparison.setRate(50);
    expect(comparison.saved.value.rate).toBeLessThanOrEqual(6);
  });

  it('has a map for each of four pictures at most, and only for those that were chosen', () => {
    const { pictures, comparison, drawn } = compared('abcde');
    comparison.start('sideBySide');
    expect(comparison.linked.value).toEqual(['b', 'c', 'd', 'e']);
    pictures.compare(['a', 'c']);
    expect(comparison.linked.value).toEqual(['a', 'c']);
    comparison.start('swipe');
    pictures.compare(['b', 'd', 'e']);
    expect(comparison.linked.value).toEqual(['b', 'd', 'e']);
    expect(drawn()).toEqual({});
    // A picture that is added is compared too.
    pictures.toggleQuicklook('a');
    pictures.toggleQuicklook('a');
    expect(comparison.linked.value).toEqual(['b', 'd', 'e', 'a']);
  });

  it('is restored with its way and its pictures, and starts with the last way', () => {
    const first = compared('abc');
    first.pictures.compare(['a', 'b']);
    first.comparison.start('blink');
    first.comparison.setRate(2);
    const { comparison } = compared('abc', structuredClone(first.saved()));
    expect(comparison.pair.value).toEqual({ mode: 'blink', lower: 'a', upper: 'b' });
    expect(comparison.saved.value.rate).toBe(2);
    comparison.stop();
    expect(comparison.mode.value).toBeUndefined();
    comparison.start();
    expect(comparison.mode.value).toBe('blink');
  });

  it('waits for a second picture', () => {
    const { comparison, pictures } = compared('ab');
    comparison.start('opacity');
    pictures.toggleQuicklook('a');
    expect(comparison.mode.value).toBeUndefined();
    pictures.toggleQuicklook('a');
    expect(comparison.mode.value).toBe('opacity');
  });
});

describe('the problem of a picture', () => {
  function streamed() {
    const all = page();
    all.state({ streaming: ['a'] });
    all.images(row('a'));
    all.pictures.tell('a', 'tiles', 'Denied.');
    return all;
  }

  it('with its tiles stays when its quicklook is shown and hidden', async () => {
    const { pictures, ...host } = streamed();
    pictures.toggleQuicklook('a');
    await host.quicklook('It is gone.');
    expect(pictures.problems.value.get('a')).toBe('It is gone.\nDenied.');
    pictures.toggleQuicklook('a');
    expect(pictures.problems.value.get('a')).toBe('Denied.');
  });

  it('disappears with the tiles, even if one failed after they were switched off', async () => {
    const { pictures, ...host } = streamed();
    pictures.toggleQuicklook('a');
    await host.quicklook();
    pictures.stream('a', false);
    pictures.tell('a', 'tiles', 'Denied.');
    host.state({ streaming: [] });
    expect(pictures.onMap.value).toHaveLength(1);
    expect(pictures.problems.value.size).toBe(0);
    pictures.stream('a', true);
    host.state({ streaming: ['a'] });
    expect(pictures.problems.value.size).toBe(0);
  });
});

describe('the open image', () => {
  it('follows the map and a selection of one', () => {
    const { pictures, ...host } = page();
    host.state();
    host.images(row('a'), row('b'));
    host.pick('a');
    expect(pictures.card.value).toBe('a');
    host.state({ selected: ['b'] });
    expect(pictures.card.value).toBe('b');
    // Rows don't move while several are selected.
    host.state({ selected: ['b', 'a'] });
    expect(pictures.card.value).toBe('b');
    host.state({ selected: ['a', 'c'] });
    expect(pictures.card.value).toBeUndefined();
  });

  it('closes with the search that found its image, unless the image is still selected', () => {
    const { pictures, ...host } = page();
    host.state();
    host.images(row('a'));
    host.pick('a');
    host.state({ searchId: 2 });
    expect(pictures.card.value).toBeUndefined();
    host.state({ searchId: 2, selected: ['a'] });
    host.state({ searchId: 3, selected: ['a'] });
    expect(pictures.card.value).toBe('a');
  });
});
