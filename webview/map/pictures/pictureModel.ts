import { batch, computed, effect, signal, type ReadonlySignal, type Signal } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import type { ImageRow, ToHost } from '../../../src/shared/protocol.ts';
import type { PageModel } from '../../app/pageModel.ts';
import {
  picturesOnMap,
  swipedPair,
  without,
  withoutQuicklook,
  withOpacity,
  withQuicklook,
  type PictureOnMap,
  type SavedPictures,
} from './picturesOnMap.ts';
import { pictureName } from './pictureTexts.ts';

/** Which pictures are on the map, and which image the person looks at. */
export interface PictureModel {
  /** From the bottom up. */
  shown: ReadonlySignal<readonly PictureOnMap[]>;
  /** The images among them of which something is to be seen. */
  visible: ReadonlySignal<ReadonlySet<string>>;
  /** The image that was chosen last, whose card is open. */
  card: Signal<string | undefined>;
  /** What is known of an image that is on the map or has the card. */
  rows: ReadonlySignal<ReadonlyMap<string, ImageRow>>;
  /** The two that are swiped, and how far from the left the divider is, 0 to 1. */
  swipe: ReadonlySignal<{ left: string; right: string; at: number } | undefined>;
  canSwipe: ReadonlySignal<boolean>;
  /** Whether there is one whose tiles are or could be streamed. */
  canStream: ReadonlySignal<boolean>;
  /** Why a picture is not to be seen, or not all of it. */
  problems: ReadonlySignal<ReadonlyMap<string, string>>;
  toggleQuicklook: (id: string) => void;
  stream: (id: string, on: boolean) => void;
  setOpacity: (id: string, opacity: number) => void;
  remove: (id: string) => void;
  toggleSwipe: () => void;
  moveSwipe: (at: number) => void;
  /** Tells a problem of a part of a picture; the first one stays. */
  tell: (id: string, part: PicturePart, problem: string) => void;
  retry: (id: string) => void;
  /** The image that was tried again last. A new object each time. */
  retried: ReadonlySignal<{ id: string } | undefined>;
}

type PicturePart = 'quicklook' | 'tiles';

export function createPictureModel(
  model: PageModel,
  post: (message: ToHost) => void,
  saved: SavedPictures | undefined,
  save: (pictures: SavedPictures) => void,
): PictureModel {
  const kept = signal(saved?.kept ?? []);
  const swipeAt = signal(saved?.swipe);
  const card = signal<string | undefined>(undefined);
  /** By part and id: of quicklooks that came and cannot be read, and of tiles. */
  const told = signal<ReadonlyMap<string, string>>(new Map());
  const retried = signal<{ id: string } | undefined>(undefined);
  const streaming = computed(() => model.state.value?.streaming ?? []);
  const shown = computed(() => picturesOnMap(kept.value, streaming.value));

  const found = new Map<string, ImageRow>();
  let known: ReadonlyMap<string, ImageRow> = new Map();
  /** A picture stays when a later search does not find its image any more. */
  const rows = computed<ReadonlyMap<string, ImageRow>>(() => {
    const wanted = [...shown.value.map(({ id }) => id), card.value];
    const missing = new Set(wanted.filter(id => id !== undefined && !found.has(id)));
    const { rows: images } = model.images.value;
    if (missing.size > 0) for (const image of images) if (missing.has(image.id)) found.set(image.id, image);
    // Images come in many chunks, of which most bring nothing that is wanted here.
    if (found.size !== known.size) known = new Map(found);
    return known;
  });
  const pair = computed(() => swipedPair(shown.value.filter(({ id }) => rows.value.has(id))));

  let lastVisible: ReadonlySet<string> = new Set();
  const visible = computed(() => {
    const seen = shown.value.filter(({ id, streaming: streamed }) => {
      const picture = model.pictures.value.get(`quicklook/${id}`);
      return streamed || (picture !== undefined && 'url' in picture);
    });
    const ids = new Set(seen.map(({ id }) => id));
    // The same object as long as it holds the same: outlines are drawn anew for another.
    if (!sameMembers(ids, lastVisible)) lastVisible = ids;
    return lastVisible;
  });

  const problems = computed<ReadonlyMap<string, string>>(() => {
    const all = new Map<string, string>();
    for (const { id, quicklook, streaming: streamed } of shown.value) {
      const picture = model.pictures.value.get(`quicklook/${id}`);
      const missing = picture && 'problem' in picture ? picture.problem : undefined;
      const ofQuicklook = quicklook ? (missing ?? told.value.get(partKey(id, 'quicklook'))) : undefined;
      const ofTiles = streamed ? told.value.get(partKey(id, 'tiles')) : undefined;
      const problem = joinedProblem(ofQuicklook, ofTiles);
      if (problem !== undefined) all.set(id, problem);
    }
    return all;
  });
  let spoken: ReadonlyMap<string, string> = new Map();
  effect(() => {
    const news = [...problems.value].filter(([id, problem]) => spoken.get(id) !== problem);
    spoken = problems.value;
    for (const [id, problem] of news) model.areas.say(`${pictureName(rows.peek().get(id), id)}: ${problem}`);
  });

  const asked = new Set<string>();
  effect(() => {
    for (const { id, quicklook } of shown.value) {
      if (!quicklook || !rows.value.has(id) || model.state.value?.connection === undefined) continue;
      if (model.usePicture(`quicklook/${id}`)) asked.delete(id);
      else if (!asked.has(id)) {
        asked.add(id);
        post({ kind: 'quicklook', id });
      }
    }
  });

  effect(() => {
    const at = swipeAt.value;
    save({ kept: kept.value, ...(at === undefined ? {} : { swipe: at }) });
  });

  let connection: string | undefined;
  effect(() => {
    const next = model.state.value?.connection;
    if (next === undefined || next === connection) return;
    // Another connection has other images.
    if (connection !== undefined)
      batch(() => {
        kept.value = [];
        told.value = new Map();
        card.value = undefined;
        found.clear();
        known = new Map();
        asked.clear();
      });
    connection = next;
  });

  effect(() => {
    const { value } = model.picked;
    if (value) card.value = value.id;
  });
  let chosen: readonly string[] = [];
  effect(() => {
    const { value: ids } = model.selected;
    const added = ids.filter(id => !chosen.includes(id));
    chosen = ids;
    const current = card.peek();
    if (added.length > 0) card.value = added.at(-1);
    else if (ids.length > 0 && (current === undefined || !ids.includes(current))) card.value = ids.at(-1);
  });
  let searchId: number | undefined;
  effect(() => {
    const next = model.state.value?.searchId;
    const current = card.peek();
    // The card of an image that the new search is not about would stand there for nothing.
    const isLeft = current !== undefined && !model.selected.peek().includes(current);
    if (searchId !== undefined && next !== searchId && isLeft) card.value = undefined;
    searchId = next;
  });

  function forgetProblem(id: string, part: PicturePart): void {
    if (part === 'quicklook') {
      asked.delete(id);
      const picture = model.pictures.peek().get(`quicklook/${id}`);
      if (picture && 'problem' in picture) model.forgetPicture(`quicklook/${id}`);
    }
    if (!told.peek().has(partKey(id, part))) return;
    told.value = new Map([...told.peek()].filter(([key]) => key !== partKey(id, part)));
  }

  function forgetProblems(id: string): void {
    forgetProblem(id, 'quicklook');
    forgetProblem(id, 'tiles');
  }

  return {
    retry: id =>
      batch(() => {
        post({ kind: 'retryPictures', id });
        forgetProblems(id);
        retried.value = { id };
      }),
    retried,
    shown,
    visible,
    card,
    rows,
    swipe: computed(() => {
      const at = swipeAt.value;
      return at === undefined || !pair.value ? undefined : { ...pair.value, at };
    }),
    canSwipe: computed(() => pair.value !== undefined),
    canStream: computed(() =>
      shown.value.some(({ id, streaming: streamed }) => streamed || !rows.value.get(id)?.whyNo.stream),
    ),
    problems,
    toggleQuicklook: id => {
      const row = rows.peek().get(id);
      const isOn = shown.peek().some(picture => picture.id === id && picture.quicklook);
      const why = isOn ? undefined : row?.whyNo.quicklook;
      if (why !== undefined) {
        model.areas.say(why);
        return;
      }
      batch(() => {
        forgetProblem(id, 'quicklook');
        kept.value = isOn ? withoutQuicklook(kept.peek(), id) : withQuicklook(kept.peek(), id);
      });
      const name = pictureName(row, id);
      model.areas.say(
        isOn
          ? l10n.t('The quicklook of {0} is off the map.', name)
          : l10n.t('The quicklook of {0} is put on the map.', name),
      );
    },
    stream: (id, on) => {
      const why = on ? rows.peek().get(id)?.whyNo.stream : undefined;
      if (why !== undefined) {
        model.areas.say(why);
        return;
      }
      forgetProblem(id, 'tiles');
      post({ kind: 'stream', id, on });
    },
    setOpacity: (id, opacity) => (kept.value = withOpacity(kept.peek(), id, opacity)),
    remove: id => {
      if (streaming.peek().includes(id)) post({ kind: 'stream', id, on: false });
      batch(() => {
        forgetProblems(id);
        kept.value = without(kept.peek(), id);
      });
    },
    toggleSwipe: () => (swipeAt.value = swipeAt.peek() === undefined ? 0.5 : undefined),
    moveSwipe: at => (swipeAt.value = Math.min(1, Math.max(0, at))),
    tell: (id, part, problem) => {
      const key = partKey(id, part);
      if (!told.peek().has(key)) told.value = new Map([...told.peek(), [key, problem]]);
    },
  };
}

/** Two that differ on a line each, by the part. */
function joinedProblem(ofQuicklook: string | undefined, ofTiles: string | undefined): string | undefined {
  if (ofQuicklook === undefined || ofTiles === undefined || ofQuicklook === ofTiles)
    return ofQuicklook ?? ofTiles;
  return `${l10n.t('Quicklook: {0}', ofQuicklook)}\n${l10n.t('Tiles: {0}', ofTiles)}`;
}

function partKey(id: string, part: PicturePart): string {
  return `${part}/${id}`;
}

function sameMembers(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every(id => b.has(id));
}
