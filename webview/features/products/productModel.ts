import { computed, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-core';
import * as l10n from '@vscode/l10n';
import type { MessageLink } from '../../../src/base/messageLink.ts';
import { byteText } from '../../../src/service/rules/quantity.ts';
import type { AskHost, MapState, ProductShown, ToHost } from '../../../src/protocol/protocol.ts';
import { pictureProblem } from '../../ground/loadPicture.ts';
import { linkToThread } from '../../ground/pageThread.ts';
import { type WorldBox, worldX, worldY } from '../../ground/worldPoint.ts';
import type { ImageFacts, Range } from './geoImage.ts';
import type { PageQuestions, SampleAnswer, SampleWork, ThreadQuestions } from './imageWorker.ts';
import { orThrow, packProblem, type ProblemKind, unpackProblem, UnreadableImage } from './unreadableImage.ts';

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
  ask: AskHost;
  state: ReadonlySignal<MapState | undefined>;
  /** West, south, east, north, degrees. */
  view: ReadonlySignal<readonly [number, number, number, number] | undefined>;
  startThread: () => Promise<Worker>;
  /** The WebAssembly module for JPEG 2000. */
  loadDecoder: () => Promise<ArrayBuffer>;
}

/** The thread of one image. */
interface Decoder {
  product: ProductShown;
  thread: Worker;
  link: MessageLink<ThreadQuestions>;
  /** Parts of the file that it waits for. */
  reads: number;
}

/** The delivered image on the map. It is decoded in a thread of its own, which ends with it. */
export function createProductModel(
  { post, ask, state, view, startThread, loadDecoder }: ProductSources,
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
  const current = computed(() => state.value?.product);
  const id = computed(() => current.value?.id);
  let decoder: Decoder | undefined;
  /** Whether all of the first view is. */
  const isPainted = signal(false);
  let watch: ReturnType<typeof setTimeout> | undefined;

  function stopWatch(): void {
    clearTimeout(watch);
    watch = undefined;
  }

  function end(): void {
    stopWatch();
    decoder?.thread.terminate();
    decoder?.link.close(new Error('The thread ended.'));
    decoder = undefined;
  }

  /** Ends a thread that says nothing for too long: nothing else ends the decoding of a crafted file, canceled or not. */
  function watchThread(of: Decoder): void {
    if (decoder !== of) return;
    stopWatch();
    if (of.reads > 0 || of.link.openCount() === 0) return;
    watch = setTimeout(() => {
      end();
      problem.value = problemText(of.product.title, 'tooSlow', '');
    }, longestWork);
  }

  /** @returns `undefined` if the image can't be shown, or isn't needed anymore */
  async function work<Answer>(of: Decoder, answer: Promise<Answer>): Promise<Answer | undefined> {
    // Another question is no sign of life.
    if (watch === undefined) watchThread(of);
    try {
      return await answer;
    } catch (error) {
      if (error instanceof UnreadableImage)
        problem.value = problemText(of.product.title, error.kind, error.detail);
      return undefined;
    }
  }

  async function read(of: Decoder, from: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
    of.reads += 1;
    watchThread(of);
    try {
      const bytes = await ask('productBytes', { id: of.product.id, from, length });
      if (bytes) return bytes;
    } catch (error) {
      throw new UnreadableImage('unreadable', pictureProblem(error));
    } finally {
      of.reads -= 1;
      watchThread(of);
    }
    throw new UnreadableImage('damaged');
  }

  async function open(product: ProductShown, thread: Worker): Promise<void> {
    const link = linkToThread<ThreadQuestions, PageQuestions>(thread, {
      answers: {
        read: ({ from, length }) => read(opened, from, length),
        loadDecoder: () => orThrow('compression', loadDecoder(), 'JPEG 2000'),
      },
      packError: packProblem,
      unpackError: unpackProblem,
    });
    const opened: Decoder = { product, thread, link, reads: 0 };
    decoder = opened;
    thread.addEventListener('message', () => watchThread(opened));
    // Out of memory.
    thread.addEventListener('error', () => {
      if (decoder !== opened) return;
      end();
      problem.value = problemText(product.title, 'damaged', '');
    });
    const { size, place } = product;
    const found = await work(opened, link.ask('open', { size, place }));
    if (!found || decoder !== opened) return;
    if (settings.peek()?.id !== product.id) settings.value = defaultSettings(product.id, found);
    facts.value = found;
  }

  effect(() => {
    if (id.value === undefined) return undefined;
    const product = current.peek();
    let isOver = false;
    void startThread().then(started => {
      if (product && !isOver) void open(product, started);
      else started.terminate();
    });
    return () => {
      isOver = true;
      end();
      isPainted.value = false;
      facts.value = problem.value = ranges.value = undefined;
    };
  });

  /** @returns cancels it */
  function sample(question: SampleWork, done: (answer: SampleAnswer) => void): () => void {
    const controller = new AbortController();
    const from = decoder;
    if (!from) return () => undefined;
    void work(from, from.link.ask('sample', question, controller.signal)).then(answer => {
      if (!answer || decoder !== from) return;
      if (answer.isTooDetailed === true) needsZoom.value = true;
      done(answer);
      if (isPainted.peek() || from.link.openCount() > 0) return;
      isPainted.value = true;
      post({ kind: 'productPainted', id: from.product.id });
    });
    return () => controller.abort();
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
    isLoading: computed(() => problem.value === undefined && !isPainted.value),
    needsZoom,
    sample,
    settings: settings as ReadonlySignal<ProductLook | undefined>,
    change: (change: Partial<ProductLook>): void => {
      const now = settings.peek();
      if (!now) return;
      settings.value = { ...now, ...change };
      save(settings.value);
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
    compression: l10n.t(
      "{0} is stored in a form that Swath doesn't show ({1}). Use Open in QGIS.",
      name,
      detail,
    ),
    tooLarge: l10n.t('{0} has {1} pixels; at most 200,000 per side are supported. Split it.', name, detail),
    bigBlocks: l10n.t('{0} has blocks of {1}. Make it a tiled GeoTIFF.', name, byteText(Number(detail))),
    tooSlow: l10n.t('{0} takes too long to decode. Convert it to a tiled GeoTIFF.', name),
    unreadable: detail,
  }[kind];
}
