import { batch, computed, effect, signal, untracked } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import type { Polygon, Position } from 'geojson';
import { dayMs } from '../../src/base/words/moment.ts';
import { prepareAoi } from '../../src/geo/coverage.ts';
import { polygonAreaKm2 } from '../../src/geo/polygonArea.ts';
import type { ImageRow } from '../../src/protocol/protocol.ts';
import type { AreaModel } from '../features/areas/index.ts';
import {
  acquiredAt,
  clearPart,
  cloudText,
  dateUnits,
  type ImageStore,
  type ResultsModel,
} from '../features/images/index.ts';
import { type PictureModel, type PictureShown, pictureTitle } from '../features/pictures/index.ts';
import type { Host } from '../ground/host.ts';
import type { ViewStore } from '../ground/viewStore.ts';
import type { Say } from '../ui/announcer.ts';
import { countText } from '../ui/format.ts';

export type TimeModel = ReturnType<typeof createTimeModel>;

/** An image shows the place if it covers at least this share of it, or this share of the image is in it. */
const minShare = 0.5;

/** After as many pictures in a row that can't be loaded, playing stops. */
const maxFailures = 3;

/** How the images of the area are played by date. */
export interface Playback {
  /** One image for each of these. */
  each: 'day' | 'week' | 'month';
  /** How long each is shown. */
  seconds: number;
}

interface TimeSources {
  host: Pick<Host, 'state'>;
  view: Pick<ViewStore, 'bounds' | 'reducedMotion'>;
  found: ImageStore;
  results: Pick<ResultsModel, 'hidden'>;
  areas: Pick<AreaModel, 'searched'>;
  pictures: PictureModel;
  say: Say;
  saved: Playback | undefined;
  save: (playback: Playback) => void;
}

/**
 * Steps through the images of the active area, or of the view without one, by date, and plays them. One quicklook at a
 * time is on the map, which doesn't move; the previous one stays until the next one has arrived.
 */
export function createTimeModel({
  host: { state },
  view,
  found,
  results: { hidden },
  areas: { searched },
  pictures,
  say,
  saved = { each: 'day', seconds: 1 },
  save,
}: TimeSources) {
  const { reducedMotion } = view;
  const playback = signal(saved);
  const isPlaying = signal(false);
  /** The image whose quicklook is being loaded. */
  const pending = signal<string | undefined>(undefined);
  /** What the last step skipped, or why there was none. */
  const note = signal('');
  /** Ends what is being loaded or played. */
  let run = new AbortController();

  const draped = computed(() => pictures.onMap.value.findLast(({ quicklook }) => quicklook)?.id);
  const canStep = computed(
    () => state.value?.connection !== undefined && !found.isStale.value && found.rows.value.length > 0,
  );
  /** Oldest first. */
  const dated = computed(() =>
    found.rows.value
      .filter(row => !hidden.value.has(row.id) && !Number.isNaN(acquiredAt(row)))
      .toSorted((a, b) => acquiredAt(a) - acquiredAt(b)),
  );
  const place = computed(() => {
    const polygon = searched.value ?? viewPolygon(view.bounds.value);
    return polygon && { shareIn: prepareAoi(polygon), km2: polygonAreaKm2(polygon) };
  });

  function rowById(id: string | undefined): ImageRow | undefined {
    if (id === undefined) return undefined;
    return pictures.rows.value.get(id) ?? found.rows.value.find(row => row.id === id);
  }

  /** The image that is on the map or comes next. */
  const current = computed(() => rowById(pending.value ?? draped.value));

  function showsPlace({ footprint }: ImageRow): boolean {
    if (!place.value) return false;
    const { shareIn, km2 } = place.value;
    const share = shareIn(footprint);
    if (share === 0 || share >= minShare) return share > 0;
    return share * km2 >= minShare * polygonAreaKm2(footprint);
  }

  /** The images before or after the current one, the nearest first; without a current one, all. */
  function ahead(by: 1 | -1): readonly ImageRow[] {
    const rows = by > 0 ? dated.value : dated.value.toReversed();
    const from = current.value ?? rowById(pictures.card.value ?? found.hovered.value);
    if (!from) return rows;
    const at = rows.findIndex(({ id }) => id === from.id);
    return at >= 0 ? rows.slice(at + 1) : rows.filter(row => by * (acquiredAt(row) - acquiredAt(from)) > 0);
  }

  /** The best image of the next day, week or month that has one. @param failed IDs of images to leave out */
  function bestAfter(from: ImageRow | undefined, failed: ReadonlySet<string>): ImageRow | undefined {
    const { binIndex } = dateUnits[playback.value.each];
    const rowPeriod = (row: ImageRow) => binIndex(Math.floor(acquiredAt(row) / dayMs));
    const worth = (row: ImageRow) => clearPart(row, place.value?.shareIn(row.footprint)) ?? 0;
    const passed = from ? rowPeriod(from) : -Infinity;
    let best: ImageRow | undefined;
    for (const row of dated.value) {
      const period = rowPeriod(row);
      if (best && period > rowPeriod(best)) break;
      const isUsable = period > passed && row.whyNo.quicklook === undefined && !failed.has(row.id);
      if (isUsable && showsPlace(row) && (!best || worth(row) > worth(best))) best = row;
    }
    return best;
  }

  function noneText(): string {
    return l10n.t('No more images here among the {0} loaded.', countText(found.rows.peek().length));
  }

  function stop(): void {
    run.abort();
    run = new AbortController();
    batch(() => {
      isPlaying.value = false;
      pending.value = undefined;
    });
  }

  function tell(text: string): void {
    note.value = text;
    say(text);
  }

  /** Loads the quicklook of an image. @returns why it can't be shown; nothing of use once the run has ended */
  async function load({ id }: ImageRow, { signal }: AbortController): Promise<string | undefined> {
    pictures.preload(id);
    let dispose: (() => void) | undefined;
    const picture = await new Promise<PictureShown | undefined>(resolve => {
      signal.addEventListener('abort', () => resolve(undefined), { once: true });
      dispose = effect(() => {
        const arrived = pictures.store.pictures.value.get(`quicklook/${id}`);
        if (arrived) resolve(arrived);
      });
    });
    dispose?.();
    if (!picture || 'problem' in picture) return picture?.problem;
    const image = new Image();
    image.src = picture.url;
    try {
      await image.decode();
    } catch {
      return l10n.t("Can't read the picture.");
    }
    if (!signal.aborted) pictures.decoded = image;
    return undefined;
  }

  /** Loads an image, and then puts it on the map, even if it can't be loaded: the bar of the pictures says why. */
  async function show(row: ImageRow, skipped: number): Promise<void> {
    stop();
    const controller = run;
    batch(() => {
      pending.value = row.id;
      found.reach(row.id);
      const { cloudCover } = row;
      const cloud = cloudCover === undefined ? [] : [cloudText(cloudCover)];
      const skips = skipped === 0 ? [] : [skippedText(skipped)];
      say([pictureTitle(row), ...cloud, ...skips].join(', '));
      note.value = skips.join('');
    });
    await load(row, controller);
    if (controller !== run) return;
    batch(() => {
      pictures.drapeAlone(row.id);
      pending.value = undefined;
    });
  }

  function step(by: 1 | -1): void {
    const rows = ahead(by);
    stop();
    let skipped = 0;
    for (const row of rows) {
      if (!showsPlace(row)) continue;
      if (row.whyNo.quicklook === undefined) {
        void show(row, skipped);
        return;
      }
      skipped += 1;
    }
    tell([noneText(), ...(skipped > 0 ? [skippedText(skipped)] : [])].join(' '));
  }

  /** @returns why it ended; nothing if it was stopped */
  async function playOn(controller: AbortController): Promise<string | undefined> {
    const failed = new Set<string>();
    let failures = 0;
    let last: ImageRow | undefined;
    let rest: Promise<void> | undefined;
    // With no picture on the map, it starts at the open image; from the newest, it starts again.
    const opened = current.value ? undefined : rowById(pictures.card.value);
    let from = opened ?? (bestAfter(current.value, failed) && current.value);
    let first = opened?.whyNo.quicklook === undefined ? opened : undefined;
    for (;;) {
      const next = first ?? bestAfter(from, failed);
      first = undefined;
      if (!next) return noneText();
      const [problem] = await Promise.all([load(next, controller), rest]);
      if (controller !== run) return undefined;
      // The pictures were changed in the meantime.
      const draping = pictures.onMap.value.filter(({ quicklook }) => quicklook);
      if (last && (draping.length !== 1 || draping[0]?.id !== last.id)) return '';
      if (problem === undefined) {
        failures = 0;
        from = last = next;
        batch(() => {
          pictures.drapeAlone(next.id);
          found.reach(next.id);
          note.value = '';
        });
        rest = pause(playback.value.seconds * 1000, controller.signal);
      } else {
        failed.add(next.id);
        failures += 1;
        if (failures === maxFailures) return problem;
        tell(l10n.t('Skipped {0}: {1}', pictureTitle(next), problem));
      }
    }
  }

  /** Shows the best image of each period, up to the newest; only the next one if motion is reduced. */
  async function play(): Promise<void> {
    stop();
    if (reducedMotion.peek()) {
      const next = bestAfter(current.value, new Set());
      if (next) await show(next, 0);
      else tell(noneText());
      return;
    }
    const controller = run;
    isPlaying.value = true;
    note.value = '';
    const end = await playOn(controller);
    if (end === undefined) return;
    stop();
    tell(end);
  }

  // Another search or connection has other images.
  const shownSearch = computed(() => `${state.value?.searchId} ${state.value?.connection}`);
  effect(() => {
    if (shownSearch.value) untracked(stop);
    note.value = '';
  });
  effect(() => {
    if (reducedMotion.value) untracked(stop);
  });

  return {
    playback,
    isPlaying,
    pending,
    note,
    current,
    canStep,
    reducedMotion,
    step,
    stop,
    play: () => void play(),
    change: (changed: Partial<Playback>): void => {
      playback.value = { ...playback.peek(), ...changed };
      save(playback.peek());
    },
  };
}

/** @param bounds west, south, east, north, degrees; longitudes can be beyond ±180 */
function viewPolygon(bounds: readonly [number, number, number, number] | undefined): Polygon | undefined {
  if (!bounds) return undefined;
  const [west, south, east, north] = bounds;
  // A step of more than 180° would be understood as a short one across the antimeridian.
  const xs = [west, (west + east) / 2, east];
  const along = (latitude: number) => xs.map((x): Position => [x, latitude]);
  const ring: Position[] = [...along(south), ...along(north).reverse(), [west, south]];
  return { type: 'Polygon', coordinates: [ring] };
}

function skippedText(count: number): string {
  return l10n.t('Images without a quicklook skipped: {0}', countText(count));
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  });
}
