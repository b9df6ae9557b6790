import { computed, signal } from '@preact/signals-core';
import type { HostEvent, MapState, PinShown } from '../../../src/protocol/protocol.ts';
import type { Host } from '../../ground/host.ts';
import { createEvent } from '../../ui/event.ts';
import { noSelection, received, sameIds, sent } from '../../ui/selectionEcho.ts';
import { stable } from '../../ui/stable.ts';
import {
  afterState,
  isStale,
  noImages,
  withChunk,
  withDuplicates,
  withOwned,
  withPins,
} from './imageCollection.ts';

export type ImageStore = ReturnType<typeof createImageStore>;

type MessageOf<Kind extends HostEvent['kind']> = Extract<HostEvent, { kind: Kind }>;

/** The images of the search or of the shortlist, and those that are selected or pointed at. */
export function createImageStore({ state, post }: Pick<Host, 'state' | 'post'>) {
  const arrived = signal(noImages);
  const pinList = stable(() => state.value?.shortlist?.pins ?? []);
  const pins = computed<ReadonlyMap<string, PinShown>>(
    () => new Map(pinList.value.map(pin => [pin.id, pin])),
  );
  const isShortlist = computed(() => state.value?.shortlist?.isShown ?? false);
  const ownedList = stable(() => state.value?.owned ?? []);
  const owned = computed(() => new Map(ownedList.value));
  const collection = computed(() =>
    withPins(withOwned(arrived.value, owned.value), pins.value, isShortlist.value),
  );
  const selection = signal(noSelection);
  /** The area that was active while it was the searched one, and its document. */
  const searched = signal<{ name: string; document: string | undefined } | undefined>(undefined);
  const hovered = signal<string | undefined>(undefined);
  const reached = createEvent<[id: string]>();

  return {
    collection,
    rows: computed(() => collection.value.rows),
    /** The images of the shortlist, by ID. */
    pins,
    isStale: computed(() => state.value !== undefined && isStale(collection.value, state.value)),
    /** The name of the searched area, if another one is active since. */
    searchedElsewhere: computed(() => {
      const { aoi, aoiChanged, document } = state.value ?? {};
      const before = searched.value;
      if (!aoi || !aoiChanged || !before) return undefined;
      return before.name !== aoi.name || before.document !== document?.name ? before.name : undefined;
    }),
    selected: computed(() => selection.value.displayed),
    /** The exact share that these cover together; `undefined` until the host has computed it. */
    cover: computed(() => {
      const current = state.value;
      return current && sameIds(current.selected, selection.value.displayed) ? current.cover : undefined;
    }),
    /** The image under the pointer or the keyboard's cursor, on the map or in the list. */
    hovered,
    /** An image was picked on the map, or reached by a step: its row comes into view. */
    reach: (id: string): void => {
      hovered.value = id;
      reached.happen(id);
    },
    onReach: reached.listen,
    select: (ids: readonly string[]): void => {
      if (sameIds(ids, selection.value.displayed)) return;
      // Images of an earlier search are shown until the new ones arrive, but the host no longer has them.
      const current = state.peek();
      if (ids.length > 0 && current && isStale(collection.peek(), current)) return;
      selection.value = sent(selection.value, ids);
      post({ kind: 'select', ids });
    },
    receiveState: (next: MapState, before: MapState | undefined): void => {
      if (before?.preview !== next.preview) hovered.value = next.preview;
      if (next.aoi && !next.aoiChanged)
        searched.value = { name: next.aoi.name, document: next.document?.name };
      arrived.value = afterState(arrived.value, next);
      selection.value = received(selection.value, next.selected);
    },
    receiveImages: (chunk: MessageOf<'images'>): void => {
      arrived.value = withChunk(arrived.value, chunk, state.peek()?.searchId);
    },
    receiveDuplicates: (message: MessageOf<'duplicates'>): void => {
      arrived.value = withDuplicates(arrived.value, message);
    },
  };
}
