import { signal } from '@preact/signals-core';
import { expect, it } from 'vitest';
import type { Catalog, CatalogState } from '../../../../src/features/images/imageCatalog.ts';
import type { ToPage } from '../../../../src/protocol/protocol.ts';
import { createImageMessages } from '../../../../src/features/map/imageMessages.ts';
import { bareImage } from '../../fixtures.ts';

function setUp(count: number) {
  const images = Array.from({ length: count }, (_none, index) => bareImage({ id: `i${index}` }));
  const current = signal({ searchId: 1, fresh: [] } as unknown as CatalogState);
  const visible = signal(images);
  const duplicates = signal<ReadonlyMap<string, string>>(new Map());
  const sent: ToPage[] = [];
  const catalog = { current, visible } as Pick<Catalog, 'current' | 'visible'>;
  const messages = createImageMessages(catalog, { duplicates }, message => sent.push(message));
  const takeAll = () => {
    for (let before = -1; before < sent.length;) {
      before = sent.length;
      messages.taken();
    }
  };
  const ids = () =>
    sent.flatMap(message => (message.kind === 'images' ? message.images.map(({ id }) => id) : []));
  return { images, current, visible, duplicates, sent, messages, takeAll, ids };
}

it('the images of a search wait until the page has taken the ones before', () => {
  const { messages, ids, sent, takeAll, images } = setUp(1200);
  messages.show();
  messages.show();
  expect(sent).toHaveLength(1);
  takeAll();
  expect(ids()).toEqual(images.map(({ id }) => id));
});

it('the images of a search are sent once, also if duplicates become known, or if a search is canceled', () => {
  const { messages, duplicates, sent, takeAll, current, visible, images } = setUp(600);
  messages.show();
  takeAll();
  const before = sent.length;
  duplicates.value = new Map([['i1', 'i0']]);
  messages.show();
  current.value = { ...current.value, searchId: 2 };
  visible.value = [];
  messages.show();
  current.value = { ...current.value, searchId: 1 };
  visible.value = images;
  messages.show();
  expect(sent.slice(before)).toEqual([{ kind: 'duplicates', searchId: 1, of: [['i1', 'i0']] }]);
});
