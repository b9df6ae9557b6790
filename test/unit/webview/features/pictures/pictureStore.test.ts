import { describe, expect, it, vi } from 'vitest';
import { createPictureStore, pictureLimits } from '../../../../../webview/features/pictures/pictureStore.ts';

function storeWithAddresses() {
  const live = new Set<string>();
  let made = 0;
  vi.spyOn(URL, 'createObjectURL').mockImplementation(() => {
    const url = `blob:${++made}`;
    live.add(url);
    return url;
  });
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(url => void live.delete(url));
  const store = createPictureStore(() => Promise.resolve(undefined));
  const come = (what: 'thumbnail' | 'quicklook', id: string) =>
    store.put(what, id, { mimeType: 'image/jpeg', bytes: new Uint8Array([1]) });
  return { store, live, come };
}

const manyThumbnails = Array.from({ length: pictureLimits.thumbnail }, (_, index) => `t${index}`);

describe('the store of pictures', () => {
  it('keeps a limited number, and drops and revokes the least recently used first', () => {
    const { store, live, come } = storeWithAddresses();
    for (const id of manyThumbnails) come('thumbnail', id);
    expect(store.use('thumbnail/t0')).toEqual({ url: 'blob:1' });
    come('thumbnail', 'new');
    expect(store.pictures.value.has('thumbnail/t0')).toBe(true);
    expect(store.pictures.value.has('thumbnail/t1')).toBe(false);
    expect(live.size).toBe(pictureLimits.thumbnail);
    expect(live.has('blob:2')).toBe(false);
  });

  it('replaces and revokes the previous picture', () => {
    const { store, live, come } = storeWithAddresses();
    come('quicklook', 'a');
    store.put('quicklook', 'a', { problem: 'Gone.' });
    expect(store.use('quicklook/a')).toEqual({ problem: 'Gone.' });
    expect(live.size).toBe(0);
    come('quicklook', 'a');
    expect(store.use('quicklook/a')).toEqual({ url: 'blob:2' });
  });
});
