import { describe, expect, it } from 'vitest';
import { createPictureStore, pictureLimits } from '../../../../../webview/map/pictures/pictureStore.ts';

function storeWithAddresses() {
  const live = new Set<string>();
  let made = 0;
  const store = createPictureStore({
    make: () => {
      const url = `blob:${++made}`;
      live.add(url);
      return url;
    },
    revoke: url => live.delete(url),
  });
  const come = (what: 'thumbnail' | 'quicklook', id: string) =>
    store.receive({
      kind: 'picture',
      id,
      what,
      answer: { mimeType: 'image/jpeg', bytes: new Uint8Array([1]) },
    });
  return { store, live, come };
}

const manyThumbnails = Array.from({ length: pictureLimits.thumbnail }, (_, index) => `t${index}`);

describe('the pictures of images', () => {
  it('are kept up to a number, and those used longest ago go first, with their addresses', () => {
    const { store, live, come } = storeWithAddresses();
    for (const id of manyThumbnails) come('thumbnail', id);
    expect(store.use('thumbnail/t0')).toEqual({ url: 'blob:1' });
    come('thumbnail', 'new');
    expect(store.shown.value.has('thumbnail/t0')).toBe(true);
    expect(store.shown.value.has('thumbnail/t1')).toBe(false);
    expect(live.size).toBe(pictureLimits.thumbnail);
    expect(live.has('blob:2')).toBe(false);
  });

  it('do not push out those of the other kind', () => {
    const { store, come } = storeWithAddresses();
    come('thumbnail', 'a');
    for (const id of ['1', '2', '3', '4', '5', '6', '7']) come('quicklook', id);
    expect([...store.shown.value.keys()]).toEqual([
      'thumbnail/a',
      ...['2', '3', '4', '5', '6', '7'].map(id => `quicklook/${id}`),
    ]);
  });

  it('take the place of what was there, which is revoked', () => {
    const { store, live, come } = storeWithAddresses();
    come('quicklook', 'a');
    store.receive({ kind: 'picture', id: 'a', what: 'quicklook', answer: { problem: 'Gone.' } });
    expect(store.use('quicklook/a')).toEqual({ problem: 'Gone.' });
    expect(live.size).toBe(0);
    come('quicklook', 'a');
    expect(store.use('quicklook/a')).toEqual({ url: 'blob:2' });
  });

  it('go when they are forgotten', () => {
    const { store, live, come } = storeWithAddresses();
    come('quicklook', 'a');
    come('thumbnail', 'b');
    store.forget('quicklook/a');
    expect([...store.shown.value.keys()]).toEqual(['thumbnail/b']);
    store.forgetAll();
    expect(store.shown.value.size).toBe(0);
    expect(live.size).toBe(0);
  });
});
