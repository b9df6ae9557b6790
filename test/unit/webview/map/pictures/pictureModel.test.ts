import { describe, expect, it } from 'vitest';
import type { ImageRow, MapState, ToHost } from '../../../../../src/shared/protocol.ts';
import { PictureModel } from '../../../../../webview/map/pictures/pictureModel.ts';
import { mapState } from '../../mapState.ts';
import { createPageModel } from '../../../../../webview/app/pageModel.ts';
import type { SavedPictures } from '../../../../../webview/app/savedView.ts';

function row(id: string, whyNo: ImageRow['whyNo'] = {}): ImageRow {
  return {
    id,
    footprint: { type: 'Polygon', coordinates: [] },
    acquisitionDate: '2025-01-02T10:00:00Z',
    whyNo,
  };
}

function page(saved?: SavedPictures) {
  const posted: ToHost[] = [];
  const post = (message: ToHost) => void posted.push(message);
  let kept: SavedPictures | undefined;
  const savedView = saved ? { pictures: saved } : {};
  const model = createPageModel({ post, savedView, saveView: change => (kept = change.pictures) });
  const pictures = new PictureModel(model);
  return {
    model,
    pictures,
    saved: () => kept,
    asked: (kind: ToHost['kind']) => posted.filter(message => message.kind === kind),
    state: (change: Partial<MapState> = {}) =>
      model.receive({ kind: 'state', state: mapState({ connection: 'Local', imageCount: 2, ...change }) }),
    signOut: () => model.receive({ kind: 'state', state: mapState({ imageCount: 2 }) }),
    images: (...images: ImageRow[]) => model.receive({ kind: 'images', searchId: 1, from: 0, images }),
    quicklook: (id: string, problem?: string) =>
      model.receive({
        kind: 'picture',
        id,
        what: 'quicklook',
        answer: problem === undefined ? { mimeType: 'image/jpeg', bytes: new Uint8Array(1) } : { problem },
      }),
    pick: (id: string) => (model.picked.value = { id }),
  };
}

describe('quicklooks on the map', () => {
  it('are asked for once, and are to be seen when they came', () => {
    const { pictures, asked, ...host } = page();
    host.state();
    host.images(row('a'));
    host.pick('a');
    pictures.toggleQuicklook('a');
    host.state();
    expect(asked('quicklook')).toEqual([{ kind: 'quicklook', id: 'a' }]);
    expect(pictures.visible.value.size).toBe(0);
    host.quicklook('a');
    expect([...pictures.visible.value]).toEqual(['a']);
    pictures.toggleQuicklook('a');
    expect(pictures.shown.value).toEqual([]);
    pictures.toggleQuicklook('a');
    expect(asked('quicklook')).toHaveLength(1);
  });

  it('stay when the next search does not find their image', () => {
    const { pictures, ...host } = page();
    host.state();
    host.images(row('a'));
    host.pick('a');
    pictures.toggleQuicklook('a');
    host.quicklook('a');
    host.state({ searchId: 2, imageCount: 0 });
    expect([...pictures.visible.value]).toEqual(['a']);
    expect(pictures.rows.value.get('a')?.id).toBe('a');
  });

  it('go with the connection that they came by', () => {
    const { pictures, ...host } = page({ kept: [{ id: 'a', opacity: 1, quicklook: true }] });
    host.state();
    host.images(row('a'));
    host.signOut();
    expect(pictures.shown.value).toHaveLength(1);
    host.state({ connection: 'Other' });
    expect(pictures.shown.value).toEqual([]);
    expect(host.saved()).toEqual({ kept: [] });
  });
});

describe('pictures on the map', () => {
  const ids = ({ shown }: PictureModel) => shown.value.map(({ id }) => id);

  it('lie in the order they were put there, the last on top', () => {
    const { pictures } = page();
    for (const id of ['a', 'b', 'a', 'a']) pictures.toggleQuicklook(id);
    expect(ids(pictures)).toEqual(['b', 'a']);
  });

  it('are six at most, and the oldest goes', () => {
    const { pictures } = page();
    for (const id of 'abcdefg') pictures.toggleQuicklook(id);
    expect(ids(pictures)).toEqual(['b', 'c', 'd', 'e', 'f', 'g']);
  });

  it('are those that stream too, with or without a quicklook', () => {
    const { pictures, state } = page();
    state({ streaming: ['b', 'a', 'c'] });
    pictures.toggleQuicklook('a');
    pictures.setOpacity('b', 0.5);
    expect(pictures.shown.value).toEqual([
      { id: 'a', opacity: 1, quicklook: true, streaming: true },
      { id: 'b', opacity: 0.5, quicklook: false, streaming: true },
      { id: 'c', opacity: 1, quicklook: false, streaming: true },
    ]);
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

  it('of its tiles stays when its quicklook is laid on and taken off', () => {
    const { pictures, ...host } = streamed();
    pictures.toggleQuicklook('a');
    host.quicklook('a', 'It is gone.');
    expect(pictures.problems.value.get('a')).toBe('It is gone.\nDenied.');
    pictures.toggleQuicklook('a');
    expect(pictures.problems.value.get('a')).toBe('Denied.');
  });

  it('goes with the tiles, also where one failed after they were switched off', () => {
    const { pictures, ...host } = streamed();
    pictures.toggleQuicklook('a');
    host.quicklook('a');
    pictures.stream('a', false);
    pictures.tell('a', 'tiles', 'Denied.');
    host.state({ streaming: [] });
    expect(pictures.shown.value).toHaveLength(1);
    expect(pictures.problems.value.size).toBe(0);
    pictures.stream('a', true);
    host.state({ streaming: ['a'] });
    expect(pictures.problems.value.size).toBe(0);
  });
});

describe('the card', () => {
  it('follows the map and the selection', () => {
    const { pictures, ...host } = page();
    host.state();
    host.images(row('a'), row('b'));
    host.pick('a');
    expect(pictures.card.value).toBe('a');
    host.state({ selected: ['b'] });
    expect(pictures.card.value).toBe('b');
    host.state({ selected: ['b', 'a'] });
    expect(pictures.card.value).toBe('a');
    host.state({ selected: ['b'] });
    expect(pictures.card.value).toBe('b');
  });

  it('goes with the search that its image was found by, unless that is still chosen', () => {
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
