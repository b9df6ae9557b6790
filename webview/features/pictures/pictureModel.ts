import { batch, computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import { minuteText } from '../../../src/base/words/moment.ts';
import { prepareAoi } from '../../../src/geo/coverage.ts';
import type { ImageRow } from '../../../src/protocol/protocol.ts';
import type { Host } from '../../ground/host.ts';
import type { LoadPicture } from '../../ground/loadPicture.ts';
import type { ViewStore } from '../../ground/viewStore.ts';
import type { Say } from '../../ui/announcer.ts';
import { createEvent } from '../../ui/event.ts';
import { isSameSet } from '../../ui/selectionEcho.ts';
import type { AreaModel } from '../areas/index.ts';
import { Comparison, type SavedComparison } from './comparison.ts';
import { createPictureStore, pictureLimits, type PictureStore } from './pictureStore.ts';
import { pictureName } from './words.ts';

export interface KeptPicture {
  id: string;
  /** 0 to 1. */
  opacity: number;
  /** Whether its quicklook is on the map; its tiles can be shown without it. */
  quicklook: boolean;
}

/** What is saved: the pictures from bottom to top, and how they are compared. */
export interface SavedPictures {
  kept: readonly KeptPicture[];
  comparison?: SavedComparison;
}

export interface PictureSources {
  host: Host;
  view: Pick<ViewStore, 'open'>;
  say: Say;
  /** What is listed and selected. */
  found: { rows: ReadonlySignal<readonly ImageRow[]>; selected: ReadonlySignal<readonly string[]> };
  areas: Pick<AreaModel, 'searched'>;
  saved: SavedPictures | undefined;
  save: (pictures: SavedPictures) => void;
}

export interface PictureOnMap extends KeptPicture {
  streaming: boolean;
}

/** How many opacities are remembered. */
const maxKept = 20;

type PicturePart = 'quicklook' | 'tiles';

/** Which pictures are on the map, and which image is open in the list. */
export class PictureModel {
  readonly #sources: PictureSources;
  /** The bytes of the pictures. */
  readonly store: PictureStore;
  readonly loadPicture: LoadPicture;
  readonly #kept = signal<readonly KeptPicture[]>([]);
  /** Problems by part and id: of quicklooks that arrived but can't be read, and of tiles. */
  readonly #reported = signal<ReadonlyMap<string, string>>(new Map());
  readonly #requested = new Set<string>();
  #lastVisible: ReadonlySet<string> = new Set();

  /** The image whose row is open. */
  readonly card = signal<string | undefined>(undefined);
  readonly #retried = createEvent<[id: string]>();
  /** The pictures of an image are requested again, by ID. */
  readonly onRetry = this.#retried.listen;
  /** From bottom to top. */
  readonly onMap = computed(() =>
    picturesOnMap(this.#kept.value, this.#sources.host.state.value?.streaming ?? []),
  );

  /** The image that a list of the editor previews, if it has a quicklook. */
  readonly previewed = computed(() => {
    const row = this.rows.value.get(this.#sources.host.state.value?.preview ?? '');
    return row?.whyNo.quicklook === undefined ? row?.id : undefined;
  });
  /** What is drawn: the previewed image is above those on the map, and none of them. */
  readonly drawn = computed(() => {
    const { onMap, previewed } = this;
    const id = previewed.value;
    if (id === undefined) return onMap.value;
    const streaming = onMap.value.some(picture => picture.id === id && picture.streaming);
    const others = onMap.value.filter(picture => picture.id !== id);
    return [...others, { id, opacity: 1, quicklook: true, streaming }];
  });

  /** Requested before it is on the map. */
  readonly #upcoming = signal<string | undefined>(undefined);
  /** A quicklook that was decoded before it is on the map: it replaces another one without a gap. */
  decoded: HTMLImageElement | undefined;

  /** Data of the images on the map or with the card, even if a later search doesn't find them. */
  readonly rows = signal<ReadonlyMap<string, ImageRow>>(new Map());

  /** The images of which something is visible. The same object as long as its content is the same. */
  readonly visible = computed(() => {
    const seen = this.drawn.value.filter(
      ({ id, streaming }) => streaming || this.quicklookUrl(id) !== undefined,
    );
    const ids = new Set(seen.map(({ id }) => id));
    if (!isSameSet(ids, this.#lastVisible)) this.#lastVisible = ids;
    return this.#lastVisible;
  });

  readonly comparison: Comparison;

  /** Why a picture isn't visible, or only partly. */
  readonly problems = computed<ReadonlyMap<string, string>>(() => {
    const all = new Map<string, string>();
    for (const { id, quicklook, streaming } of this.onMap.value) {
      const picture = this.store.pictures.value.get(`quicklook/${id}`);
      const missing = picture && 'problem' in picture ? picture.problem : undefined;
      const reported = this.#reported.value;
      const ofQuicklook = quicklook ? (missing ?? reported.get(`quicklook/${id}`)) : undefined;
      const ofTiles = streaming ? reported.get(`tiles/${id}`) : undefined;
      const problem = joinedProblem(ofQuicklook, ofTiles);
      if (problem !== undefined) all.set(id, problem);
    }
    return all;
  });

  constructor(sources: PictureSources) {
    this.#sources = sources;
    const { host, saved, save } = sources;
    this.store = createPictureStore(host.loadPicture);
    this.loadPicture = host.loadPicture;
    this.#kept.value = saved?.kept ?? [];
    const known = computed(() => this.onMap.value.map(({ id }) => id).filter(id => this.rows.value.has(id)));
    this.comparison = new Comparison(known, saved?.comparison);
    this.#findRows();
    this.#sayProblems();
    this.#askForQuicklooks();
    this.#followConnection();
    this.#followChoice();
    this.#followArea();
    effect(() => save({ kept: this.#kept.value, comparison: this.comparison.saved.value }));
  }

  #findRows(): void {
    effect(() => {
      const ids = this.onMap.value.map(({ id }) => id);
      const { preview } = this.#sources.host.state.value ?? {};
      const needed = [...ids, this.card.value, this.#upcoming.value, preview];
      const missing = new Set(needed.filter(id => id !== undefined && !this.rows.peek().has(id)));
      const images = this.#sources.found.rows.value;
      const found = missing.size === 0 ? [] : images.filter(({ id }) => missing.has(id));
      if (found.length > 0)
        this.rows.value = new Map([...this.rows.peek(), ...found.map(row => [row.id, row] as const)]);
    });
  }

  #sayProblems(): void {
    let spoken: ReadonlyMap<string, string> = new Map();
    effect(() => {
      const news = [...this.problems.value].filter(([id, problem]) => spoken.get(id) !== problem);
      spoken = this.problems.value;
      for (const [id, problem] of news)
        this.#sources.say(`${untracked(() => this.nameOnMap(id))}: ${problem}`);
    });
  }

  #askForQuicklooks(): void {
    effect(() => {
      const draped = this.drawn.value.filter(({ quicklook }) => quicklook).map(({ id }) => id);
      for (const id of [...draped, this.#upcoming.value]) {
        if (
          id === undefined ||
          !this.rows.value.has(id) ||
          this.#sources.host.state.value?.connection === undefined
        )
          continue;
        if (this.store.use(`quicklook/${id}`)) this.#requested.delete(id);
        else if (!this.#requested.has(id)) {
          this.#requested.add(id);
          void this.store.load('quicklook', id);
        }
      }
    });
  }

  /** Another connection has other images, and signing out drops those that are listed: their pictures would never come. */
  #followConnection(): void {
    let connection: string | undefined;
    effect(() => {
      const next = this.#sources.host.state.value?.connection;
      if (next === connection) return;
      if (connection !== undefined)
        batch(() => {
          this.#kept.value = [];
          this.#reported.value = new Map();
          this.card.value = undefined;
          this.rows.value = new Map();
          this.#requested.clear();
        });
      connection = next;
    });
  }

  #followChoice(): void {
    const { found, host } = this.#sources;
    let chosen: readonly string[] = [];
    effect(() => {
      const { value: ids } = found.selected;
      const added = ids.filter(id => !chosen.includes(id));
      chosen = ids;
      const current = this.card.peek();
      const isLeft = current === undefined || !ids.includes(current);
      if (ids.length === 1 && added.length > 0) this.card.value = added[0];
      else if (ids.length > 0 && isLeft) this.card.value = undefined;
    });
    let searchId: number | undefined;
    effect(() => {
      const next = host.state.value?.searchId;
      const current = this.card.peek();
      // The new search isn't about the image with the card.
      const isLeft = current !== undefined && !found.selected.peek().includes(current);
      if (searchId !== undefined && next !== searchId && isLeft) this.card.value = undefined;
      searchId = next;
    });
  }

  /** The images whose quicklooks are on the map, from bottom to top. */
  draped(): readonly string[] {
    return this.#kept.peek().flatMap(({ id, quicklook }) => (quicklook ? [id] : []));
  }

  /**
   * Puts quicklooks on the map in place of those there.
   *
   * @param images rows of those that may not be known yet
   */
  drape(ids: readonly string[], images: readonly ImageRow[] = []): void {
    batch(() => {
      this.rows.value = new Map([...this.rows.peek(), ...images.map(row => [row.id, row] as const)]);
      this.comparison.stop();
      this.#kept.value = this.#kept.peek().map(picture => ({ ...picture, quicklook: false }));
      for (const id of ids) if (this.rows.peek().get(id)?.whyNo.quicklook === undefined) this.#putOnTop(id);
    });
  }

  /** When another area becomes active, pictures that show nothing of it are put away. */
  #followArea(): void {
    let previous: Polygon | undefined;
    effect(() => {
      const area = this.#sources.areas.searched.value;
      if (!area) return;
      const isOther = previous !== undefined && area !== previous;
      previous = area;
      if (isOther) untracked(() => this.#putAwayOutside(area));
    });
  }

  #putAwayOutside(area: Polygon): void {
    const shareIn = prepareAoi(area);
    const isOutside = (id: string) => {
      const row = this.rows.peek().get(id);
      return row !== undefined && shareIn(row.footprint) === 0;
    };
    batch(() => {
      for (const { id } of this.onMap.peek()) if (isOutside(id)) this.remove(id);
      const open = this.card.peek();
      if (open !== undefined && isOutside(open)) this.card.value = undefined;
    });
  }

  /** Compares quicklooks, where the map is if it shows their area. */
  compare(ids: readonly string[]): void {
    batch(() => {
      for (const id of ids) {
        this.#forgetProblem(id, 'quicklook');
        this.#putOnTop(id);
      }
      this.comparison.choose(ids);
      this.#sources.view.open(ids.at(-1) ?? '', true);
    });
  }

  quicklookUrl(id: string): string | undefined {
    const picture = this.store.pictures.value.get(`quicklook/${id}`);
    return picture && 'url' in picture ? picture.url : undefined;
  }

  toggleQuicklook(id: string): void {
    const row = this.rows.peek().get(id) ?? this.#sources.found.rows.peek().find(image => image.id === id);
    const isOn = this.onMap.peek().some(picture => picture.id === id && picture.quicklook);
    const why = isOn ? undefined : row?.whyNo.quicklook;
    if (why !== undefined) {
      this.#sources.say(why);
      return;
    }
    batch(() => {
      this.#forgetProblem(id, 'quicklook');
      if (isOn) this.#change(id, { quicklook: false });
      else {
        this.#putOnTop(id);
        this.comparison.choose(undefined);
      }
    });
    const name = this.nameOnMap(id);
    this.#sources.say(
      isOn ? l10n.t('{0} is no longer on the map.', name) : l10n.t('{0} is on the map.', name),
    );
  }

  /** With the time of day, and then a part of the id, where another picture on the map has the same name. */
  nameOnMap(id: string): string {
    const others = this.onMap.value.filter(picture => picture.id !== id);
    const name = (each: string, timeText?: (time: string) => string) =>
      pictureName(this.rows.value.get(each), each, timeText);
    const isOnly = (timeText?: (time: string) => string) =>
      others.every(other => name(other.id, timeText) !== name(id, timeText));
    if (isOnly()) return name(id);
    return isOnly(minuteText) ? name(id, minuteText) : `${name(id, minuteText)} ${id.slice(0, 8)}`;
  }

  /** Requests a quicklook that isn't on the map yet; again if it has failed before. */
  preload(id: string): void {
    const key = `quicklook/${id}`;
    const picture = this.store.pictures.peek().get(key);
    const hasFailed = this.#reported.peek().has(key) || (picture && 'problem' in picture);
    batch(() => {
      if (hasFailed) this.#forgetProblem(id, 'quicklook');
      this.#upcoming.value = id;
    });
  }

  /** Replaces all quicklooks on the map by one, as opaque as the topmost of them; an open row gives way to its row. */
  drapeAlone(id: string): void {
    const pictures = this.onMap.peek();
    const opacity = pictures.findLast(({ quicklook }) => quicklook)?.opacity ?? 1;
    const kept = this.#kept.peek().filter(picture => picture.id !== id);
    // Tiles are on top unless they are kept.
    const streamed = pictures.filter(
      picture => picture.id !== id && !kept.some(entry => entry.id === picture.id),
    );
    const others = [...kept, ...streamed].map(picture => ({ ...picture, quicklook: false }));
    batch(() => {
      this.#kept.value = [...others, { id, opacity, quicklook: true }].slice(-maxKept);
      if (this.card.peek() !== undefined) this.card.value = id;
    });
  }

  stream(id: string, on: boolean): void {
    const why = on ? this.rows.peek().get(id)?.whyNo.stream : undefined;
    if (why !== undefined) {
      this.#sources.say(why);
      return;
    }
    this.#forgetProblem(id, 'tiles');
    this.#sources.host.post({ kind: 'stream', id, on });
  }

  setOpacity(id: string, opacity: number): void {
    const kept = this.#kept.peek();
    if (kept.some(picture => picture.id === id)) this.#change(id, { opacity });
    else this.#kept.value = [...kept, { id, opacity, quicklook: false }];
  }

  #change(id: string, change: Partial<KeptPicture>): void {
    this.#kept.value = this.#kept
      .peek()
      .map(picture => (picture.id === id ? { ...picture, ...change } : picture));
  }

  /** Puts a quicklook on top; removes the oldest if there are too many. */
  #putOnTop(id: string): void {
    const kept = this.#kept.peek();
    const opacity = kept.find(picture => picture.id === id)?.opacity ?? 1;
    const others = kept.filter(picture => picture.id !== id);
    this.#kept.value = [...others, { id, opacity, quicklook: true }].slice(-maxKept);
    const [oldest, ...draped] = this.#kept.peek().filter(({ quicklook }) => quicklook);
    if (oldest && draped.length >= pictureLimits.quicklook) this.#change(oldest.id, { quicklook: false });
  }

  remove(id: string): void {
    if (this.#sources.host.state.peek()?.streaming.includes(id))
      this.#sources.host.post({ kind: 'stream', id, on: false });
    batch(() => {
      this.#forgetProblem(id, 'quicklook');
      this.#forgetProblem(id, 'tiles');
      this.#kept.value = this.#kept.peek().filter(picture => picture.id !== id);
    });
  }

  /** Reports a problem of a part of a picture; the first one is kept. */
  tell(id: string, part: PicturePart, problem: string): void {
    const reported = this.#reported.peek();
    const key = `${part}/${id}`;
    if (!reported.has(key)) this.#reported.value = new Map([...reported, [key, problem]]);
  }

  retry(id: string): void {
    batch(() => {
      this.#sources.host.post({ kind: 'retryPictures', id });
      this.#forgetProblem(id, 'quicklook');
      this.#forgetProblem(id, 'tiles');
      this.#retried.happen(id);
    });
  }

  #forgetProblem(id: string, part: PicturePart): void {
    const key = `${part}/${id}`;
    if (part === 'quicklook') {
      this.#requested.delete(id);
      const picture = this.store.pictures.peek().get(key);
      if (picture && 'problem' in picture) this.store.forget(key);
    }
    if (!this.#reported.peek().has(key)) return;
    this.#reported.value = new Map([...this.#reported.peek()].filter(([each]) => each !== key));
  }
}

/** Two different problems are shown on a line each. */
function joinedProblem(ofQuicklook: string | undefined, ofTiles: string | undefined): string | undefined {
  if (ofQuicklook === undefined || ofTiles === undefined || ofQuicklook === ofTiles)
    return ofQuicklook ?? ofTiles;
  return `${ofQuicklook}\n${ofTiles}`;
}

function picturesOnMap(kept: readonly KeptPicture[], streaming: readonly string[]): readonly PictureOnMap[] {
  const streams = new Set(streaming);
  const known = kept
    .map(picture => ({ ...picture, streaming: streams.has(picture.id) }))
    .filter(({ quicklook, streaming: streamed }) => quicklook || streamed);
  const ids = new Set(known.map(({ id }) => id));
  const others = streaming.filter(id => !ids.has(id));
  return [...known, ...others.map(id => ({ id, opacity: 1, quicklook: false, streaming: true }))];
}
