import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import { byteText } from '../../../src/model/words/quantity.ts';
import type { MapState, ToHost, ToPage } from '../../../src/shared/protocol.ts';
import { type WorldBox, worldX, worldY } from '../base/worldPoint.ts';
import type { ImageFacts, Range } from './geoImage.ts';
import type { FromImageThread, SampleAnswer, SampleWork, ToImageThread } from './imageWorker.ts';
import type { ProblemKind } from './unreadableImage.ts';

export type ProductModel = ReturnType<typeof createProductModel>;

/** How the image is drawn, until the window closes. */
export interface ProductLook {
  /** Of the image. */
  id: string;
  /** One or three, from 0. */
  bands: readonly number[];
  /** What the colors are stretched to: the values in view, those of the whole image, or `range`. */
  stretch: 'view' | 'whole' | 'range';
  range: Range;
  /** 0 to 1. */
  opacity: number;
  /** Share of the map's width at which the divider is: the image is on its right. */
  swipe?: number | undefined;
}

/** Points per side that the range of the values is taken from. */
const statisticsSide = 128;
/** How long the thread may work without a word, milliseconds. Waiting for bytes of the file doesn't count. */
const longestWork = 30_000;

interface ProductSources {
  post: (message: ToHost) => void;
  state: ReadonlySignal<MapState | undefined>;
  /** West, south, east, north, degrees. */
  view: ReadonlySignal<readonly [number, number, number, number] | undefined>;
  startThread: () => Promise<Worker>;
  /** The WebAssembly module for JPEG 2000. */
  loadDecoder: () => Promise<ArrayBuffer>;
}

/** The delivered image on the map. It is decoded in a thread of its own, which ends with it. */
export function createProductModel(
  { post, state, view, startThread, loadDecoder }: ProductSources,
  saved: ProductLook | undefined,
  save: (settings: ProductLook) => void,
) {
  const facts = signal<ImageFacts | undefined>(undefined);
  const problem = signal<string | undefined>(undefined);
  const settings = signal(saved);
  /** Of each band that is shown; `undefined` before they are known. */
  const ranges = signal<readonly Range[] | undefined>(undefined);
  /** Whether too much of the file would have to be read for the view. */
  const needsZoom = signal(false);
  const samples = new Map<number, (answer: SampleAnswer) => void>();
  const current = computed(() => state.value?.product);
  const id = computed(() => current.value?.id);
  let thread: Worker | undefined;
  let count = 0;
  let isPainted = false;
  let isOpening = false;
  /** Parts of the file that the thread waits for. */
  let reads = 0;
  let watch: ReturnType<typeof setTimeout> | undefined;

  const tell = (message: ToImageThread) => thread?.postMessage(message);

  function end(): void {
    clearTimeout(watch);
    thread?.terminate();
    thread = undefined;
    samples.clear();
    isOpening = false;
    reads = 0;
  }

  /** Ends the thread if it says nothing for too long: nothing else ends the decoding of a crafted file. */
  function watchThread(title: string): void {
    clearTimeout(watch);
    if (!thread || reads > 0 || (!isOpening && samples.size === 0)) return;
    watch = setTimeout(() => {
      end();
      problem.value = problemText(title, 'tooSlow', '');
    }, longestWork);
  }

  function receive(product: NonNullable<MapState['product']>, message: FromImageThread): void {
    switch (message.kind) {
      case 'read': {
        const { request, from, length } = message;
        reads += 1;
        post({ kind: 'productBytes', id: product.id, request, from, length });
        return;
      }
      case 'decoder':
        loadDecoder().then(
          bytes => tell({ kind: 'decoder', bytes }),
          () => tell({ kind: 'decoder' }),
        );
        return;
      case 'opened':
        isOpening = false;
        if (settings.peek()?.id !== product.id) settings.value = defaultSettings(product.id, message.facts);
        facts.value = message.facts;
        return;
      case 'failed':
        isOpening = false;
        samples.delete(message.request ?? 0);
        problem.value = problemText(product.title, message.problem, message.detail);
        return;
      case 'sampled':
        if (message.answer.isTooDetailed === true) needsZoom.value ||= samples.has(message.request);
        samples.get(message.request)?.(message.answer);
        samples.delete(message.request);
        if (isPainted || samples.size > 0) return;
        isPainted = true;
        post({ kind: 'productPainted', id: product.id });
    }
  }

  effect(() => {
    if (id.value === undefined) return undefined;
    const product = current.peek();
    let isOver = false;
    void startThread().then(started => {
      if (!product || isOver) {
        started.terminate();
        return;
      }
      thread = started;
      started.addEventListener('message', ({ data }: MessageEvent<FromImageThread>) => {
        if (thread !== started) return;
        receive(product, data);
        watchThread(product.title);
      });
      // Out of memory.
      started.addEventListener('error', () => {
        if (thread !== started) return;
        end();
        problem.value = problemText(product.title, 'damaged', '');
      });
      isOpening = true;
      tell({ kind: 'open', size: product.size, place: product.place });
      watchThread(product.title);
    });
    return () => {
      isOver = true;
      end();
      isPainted = false;
      facts.value = problem.value = ranges.value = undefined;
    };
  });

  /** @returns cancels it */
  function sample(work: SampleWork, done: (answer: SampleAnswer) => void): () => void {
    const request = ++count;
    samples.set(request, done);
    tell({ kind: 'sample', request, work });
    if (samples.size === 1) watchThread(current.peek()?.title ?? '');
    return () => {
      if (samples.delete(request)) tell({ kind: 'cancel', request });
    };
  }

  /** Changes with what the ranges depend on. */
  const stretching = computed(() => {
    if (!settings.value || !facts.value) return undefined;
    const { bands, stretch, range } = settings.value;
    return JSON.stringify([bands, stretch, { view: view.value, whole: 0, range }[stretch]]);
  });
  effect(() => {
    const now = settings.peek();
    const whole = facts.peek();
    if (stretching.value === undefined || !now || !whole) return undefined;
    const { bands, stretch, range } = now;
    if (stretch === 'range') {
      ranges.value = bands.map(() => range);
      return undefined;
    }
    const [west, south, east, north] = (stretch === 'view' && view.peek()) || [];
    const box: WorldBox =
      west === undefined || south === undefined || east === undefined || north === undefined
        ? whole.box
        : [worldX(west), worldY(north), worldX(east), worldY(south)];
    return untracked(() =>
      sample({ box, side: statisticsSide, bands }, answer => {
        // If nothing is in view, what comes into view next has ranges of its own.
        if (answer.ranges && answer.ranges.length > 0) ranges.value = answer.ranges;
      }),
    );
  });
  /** Changes with the zoom level and not with the place. */
  const viewWidth = computed(() => view.value && (view.value[2] - view.value[0]).toFixed(6));
  effect(() => {
    if (viewWidth.value !== undefined) needsZoom.value = false;
  });

  return {
    current,
    facts,
    problem,
    ranges,
    needsZoom,
    sample,
    settings: settings as ReadonlySignal<ProductLook | undefined>,
    change: (change: Partial<ProductLook>): void => {
      const now = settings.peek();
      if (!now) return;
      settings.value = { ...now, ...change };
      save(settings.value);
    },
    receive: ({ id: of, request, answer }: Extract<ToPage, { kind: 'productBytes' }>): void => {
      if (of !== id.peek()) return;
      reads -= 1;
      tell({ kind: 'bytes', request, answer });
      watchThread(current.peek()?.title ?? '');
    },
  };
}

function defaultSettings(id: string, { bands, isByte }: ImageFacts): ProductLook {
  const [first] = bandChoices(bands);
  const stretch = isByte ? 'range' : 'view';
  return { id, bands: first?.bands ?? [0], stretch, range: [0, 255], opacity: 1 };
}

export interface BandChoice {
  kind: 'natural' | 'infrared' | 'single';
  bands: readonly number[];
}

/** What can be shown: bands by their descriptions, or in the usual order red, green, blue, near infrared. */
export function bandChoices(names: readonly string[]): BandChoice[] {
  const single = names.map((_, band): BandChoice => ({ kind: 'single', bands: [band] }));
  if (names.length < 3) return single;
  const patterns = [/^red$/i, /^green$/i, /^blue$/i, /^(?:nir|near.?infrared)$/i];
  const described = patterns.map(pattern => names.findIndex(name => pattern.test(name)));
  const isDescribed = described.slice(0, 3).every(band => band >= 0);
  const usual = [0, 1, 2, names.length > 3 ? 3 : -1];
  const [red = 0, green = 1, blue = 2, infrared = -1] = isDescribed ? described : usual;
  const natural: BandChoice = { kind: 'natural', bands: [red, green, blue] };
  if (infrared < 0) return [natural, ...single];
  return [natural, { kind: 'infrared', bands: [infrared, red, green] }, ...single];
}

/** Why an image isn't on the map, and what to do. @param name of its file */
export function problemText(name: string, kind: ProblemKind, detail: string): string {
  const damaged = l10n.t('{0} is incomplete or damaged. Download the delivery again.', name);
  return {
    notTiff: damaged,
    damaged,
    noBands: l10n.t('{0} contains no bands that Swath can show. Open it in a GIS.', name),
    noPlace: l10n.t("{0} has no georeference, so it can't be placed. Georeference it in a GIS.", name),
    projection: l10n.t('{0} uses an unsupported projection ({1}). Reproject it to UTM.', name, detail),
    compression: l10n.t('{0} uses an unsupported compression ({1}). Convert it to Deflate.', name, detail),
    tooLarge: l10n.t('{0} has {1} pixels; at most 200,000 per side are supported. Split it.', name, detail),
    bigBlocks: l10n.t('{0} has blocks of {1}. Make it a tiled GeoTIFF.', name, byteText(Number(detail))),
    tooSlow: l10n.t('{0} takes too long to decode. Convert it to a tiled GeoTIFF.', name),
    unreadable: detail,
  }[kind];
}
