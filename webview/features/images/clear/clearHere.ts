import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-core';
import type { Polygon } from 'geojson';
import type { MessageLink } from '../../../../src/base/messageLink.ts';
import type { ClearHere } from '../../../../src/features/images/rules/clearHere.ts';
import type { ImageRow, MapState, PictureAnswer } from '../../../../src/protocol/protocol.ts';
import type { LoadPicture } from '../../../ground/loadPicture.ts';
import { linkToThread, startThread } from '../../../ground/pageThread.ts';
import type { ClearQuestions, ClearWork } from './clearWorker.ts';

/** Judges a quicklook off the main thread. Never rejects. */
export type Judge = (work: ClearWork) => Promise<ClearHere>;

/** So many quicklooks are requested without being asked for more. */
const initialCount = 200;
/** Requests in flight; the host runs as many at once, after the pictures that are looked at. */
const atOnce = 4;
/** Estimates are shown together: each time, the list may be sorted again. */
const tellAfterMs = 250;

/** Estimates how clear the active area is in images, from quicklooks that it requests while it is wanted. */
export function createClearHere(
  loadPicture: LoadPicture,
  state: ReadonlySignal<MapState | undefined>,
  aoi: ReadonlySignal<Polygon | undefined>,
  assess: Judge,
) {
  const estimates = signal<ReadonlyMap<string, ClearHere>>(new Map());
  /** Estimates that aren't shown yet. */
  const fresh = new Map<string, ClearHere>();
  const requested = new Set<{ id: string }>();
  /** Images that are being requested or judged, or have an estimate. */
  const taken = new Set<string>();
  /** Images whose quicklook didn't come; tried again for the next search, or judged when it comes for a chip. */
  const failed = new Set<string>();
  const candidates = signal<readonly ImageRow[]>([]);
  const maxCount = signal(initialCount);
  const quicklookCount = signal(0);
  let seen: readonly ImageRow[] = [];
  let area: Polygon | undefined;
  let areaVersion = 0;
  let telling: ReturnType<typeof setTimeout> | undefined;

  function tell(): void {
    clearTimeout(telling);
    telling = undefined;
    estimates.value = new Map([...estimates.peek(), ...fresh]);
    fresh.clear();
  }

  function note(id: string, estimate: ClearHere): void {
    fresh.set(id, estimate);
    telling ??= setTimeout(tell, tellAfterMs);
  }

  /** Requests the next quicklooks: of what is in view, then in the order of the list. */
  function proceed(): void {
    if (!area || candidates.peek().length === 0) return;
    for (const row of [...seen, ...candidates.peek()]) {
      if (requested.size >= atOnce || quicklookCount.peek() >= maxCount.peek()) return;
      void take(row);
    }
  }

  async function take(row: ImageRow): Promise<void> {
    if (taken.has(row.id)) return;
    taken.add(row.id);
    if (row.whyNo.quicklook !== undefined || row.cloudCover === undefined) {
      note(row.id, 'unknown');
      return;
    }
    quicklookCount.value = quicklookCount.peek() + 1;
    const question = { id: row.id };
    requested.add(question);
    const answer = await loadPicture('quicklookLater', question);
    // It may have been for an earlier search.
    if (!requested.delete(question)) return;
    proceed();
    // Without one, the image is no longer there.
    if (answer) await estimate(row, answer);
  }

  async function estimate(row: ImageRow, answer: PictureAnswer): Promise<void> {
    const version = areaVersion;
    const assessedArea = area;
    const { id, footprint, cloudCover, snowCover } = row;
    if ('problem' in answer) failed.add(id);
    const isReadable = assessedArea !== undefined && !('problem' in answer);
    const found = isReadable
      ? await assess({ ...answer, footprint, area: assessedArea, cloudCover, snowCover })
      : 'unknown';
    if (version === areaVersion) note(id, found);
  }

  function forget(): void {
    clearTimeout(telling);
    telling = undefined;
    fresh.clear();
    taken.clear();
    if (estimates.peek().size > 0) estimates.value = new Map();
  }

  const source = computed(() => [state.value?.connection, state.value?.searchId].join('\n'));
  effect(() => {
    area = aoi.value;
    areaVersion += 1;
    untracked(() => {
      forget();
      quicklookCount.value = 0;
      maxCount.value = initialCount;
      proceed();
    });
  });
  effect(() => {
    if (source.value !== '') untracked(startAgain);
  });

  /** The host has forgotten the images of earlier requests. */
  function startAgain(): void {
    for (const { id } of requested) taken.delete(id);
    for (const id of failed) taken.delete(id);
    requested.clear();
    failed.clear();
    seen = [];
    candidates.value = [];
    quicklookCount.value = 0;
    maxCount.value = initialCount;
  }

  return {
    initialCount,
    estimates: estimates as ReadonlySignal<ReadonlyMap<string, ClearHere>>,
    /** Of the wanted images; `undefined` if none are left to estimate. `isOver`: until {@link more} is called. */
    progress: computed(() => {
      const { length: count } = candidates.value;
      const known = candidates.value.filter(({ id }) => estimates.value.has(id)).length;
      return known < count ? { known, count, isOver: quicklookCount.value >= maxCount.value } : undefined;
    }),
    /** @param rows whose estimates are shown, sorted or filtered by, in the order of the list; none: not wanted */
    want: (rows: readonly ImageRow[]): void => {
      candidates.value = rows;
      proceed();
    },
    /** @param rows in view, which come first */
    see: (rows: readonly ImageRow[]): void => {
      seen = candidates.peek().length > 0 ? rows : [];
      proceed();
    },
    more: (): void => {
      maxCount.value = maxCount.peek() + initialCount;
      proceed();
    },
    /** Estimates one image now. Resolves when it is done. */
    estimate: (row: ImageRow): Promise<void> => take(row).then(tell),
    /** Judges a quicklook that came for a chip of the area: it needn't be requested again. */
    offer: (row: ImageRow, answer: PictureAnswer): void => {
      const isKnown = taken.has(row.id) && !failed.delete(row.id);
      if (isKnown || 'problem' in answer || row.cloudCover === undefined) return;
      taken.add(row.id);
      void estimate(row, answer);
    },
    /** What is known, for the host. */
    known: (): [id: string, share: number | null][] =>
      [...estimates.peek()].map(([id, value]) => [id, value === 'unknown' ? null : value.share]),
  };
}

/** Judges in a thread that is started with the first picture. @param url of its bundle, in the extension's folder */
export function createJudge(url: string): Judge {
  let link: Promise<MessageLink<ClearQuestions>> | undefined;

  async function start(): Promise<MessageLink<ClearQuestions>> {
    const thread = await startThread(url);
    // It is lost; the next picture starts another.
    thread.addEventListener('error', () => (link = undefined));
    return linkToThread<ClearQuestions, object>(thread, { answers: {} });
  }

  return async work => {
    try {
      link ??= start();
      return await (await link).ask('judge', work);
    } catch {
      // A picture that can't be read can't be judged.
      return 'unknown';
    }
  };
}
