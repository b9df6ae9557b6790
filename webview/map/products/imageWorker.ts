/** The page's thread that decodes one delivered image. It gets the bytes from the host, through the page. */
import type { PicturePlace, ProductBytes } from '../../../src/shared/protocol.ts';
import type { WorldBox } from '../base/worldPoint.ts';
import { type GeoImage, type ImageFacts, openPicture, paint, type Range, rangesOf } from './geoImage.ts';
import { openGeoTiff } from './geoTiff.ts';
import { isJpeg2000 } from './jp2File.ts';
import { openJpeg2000 } from './jpeg2000.ts';
import { type ProblemKind, UnreadableImage } from './unreadableImage.ts';

export interface SampleWork {
  box: WorldBox;
  /** Pixels per side. */
  side: number;
  bands: readonly number[];
  /** Absent: the ranges of the values are wanted. */
  ranges?: readonly Range[];
}

export type ToImageThread =
  /** `place`: of a picture that isn't a GeoTIFF. */
  | { kind: 'open'; size: number; place?: PicturePlace | undefined }
  /** The WebAssembly module; absent if it couldn't be loaded. */
  | { kind: 'decoder'; bytes?: ArrayBuffer }
  | { kind: 'bytes'; request: number; answer: ProductBytes }
  | { kind: 'sample'; request: number; work: SampleWork }
  | { kind: 'cancel'; request: number };

/** Without any of them: nothing is seen there. */
export interface SampleAnswer {
  pixels?: Uint8ClampedArray<ArrayBuffer>;
  ranges?: readonly Range[];
  isTooDetailed?: boolean;
}

export type FromImageThread =
  | { kind: 'read'; request: number; from: number; length: number }
  /** The WebAssembly module for JPEG 2000 is needed. */
  | { kind: 'decoder' }
  | { kind: 'opened'; facts: ImageFacts }
  /** `request`: of a sample. */
  | { kind: 'failed'; problem: ProblemKind; detail: string; request?: number }
  | { kind: 'sampled'; request: number; answer: SampleAnswer };

const waiting = new Map<number, (answer: ProductBytes) => void>();
const cancelled = new Set<number>();
let onDecoder: (bytes: ArrayBuffer | undefined) => void = () => undefined;
let image: GeoImage | undefined;
/** One after another, so that only the pixels of one sample are in memory. */
let turn = Promise.resolve();
let count = 0;

const post = (message: FromImageThread) => self.postMessage(message);

async function read(from: number, length: number): Promise<Uint8Array<ArrayBuffer>> {
  const request = ++count;
  post({ kind: 'read', request, from, length });
  const answer = await new Promise<ProductBytes>(resolve => waiting.set(request, resolve));
  if ('problem' in answer) throw new UnreadableImage('unreadable', answer.problem);
  return answer.bytes;
}

async function open(size: number, place: PicturePlace | undefined): Promise<GeoImage> {
  if (isJpeg2000(await read(0, Math.min(12, size)))) return openJpeg2000(read, size, place, loadDecoder);
  return place ? openPicture(await read(0, size), place) : openGeoTiff(read, size);
}

async function loadDecoder(): Promise<ArrayBuffer> {
  const loaded = new Promise<ArrayBuffer | undefined>(resolve => (onDecoder = resolve));
  post({ kind: 'decoder' });
  const bytes = await loaded;
  if (!bytes) throw new UnreadableImage('compression', 'JPEG 2000');
  return bytes;
}

async function sampled(request: number, { box, side, bands, ranges }: SampleWork): Promise<SampleAnswer> {
  if (cancelled.delete(request)) return {};
  const found = await image?.sample(box, side, bands, ranges === undefined);
  if (!found) return {};
  if (found === 'tooDetailed') return { isTooDetailed: true };
  return ranges ? { pixels: paint(found, ranges) } : { ranges: rangesOf(found) };
}

async function handle(message: ToImageThread): Promise<void> {
  switch (message.kind) {
    case 'open': {
      const { size, place } = message;
      image = await open(size, place);
      post({ kind: 'opened', facts: image.facts });
      return;
    }
    case 'decoder':
      onDecoder(message.bytes);
      return;
    case 'bytes':
      waiting.get(message.request)?.(message.answer);
      waiting.delete(message.request);
      return;
    case 'sample': {
      const { request, work } = message;
      const before = turn;
      const answer = before.then(() => sampled(request, work));
      turn = answer.then(
        () => undefined,
        () => undefined,
      );
      post({ kind: 'sampled', request, answer: await answer });
      return;
    }
    case 'cancel':
      cancelled.add(message.request);
  }
}

self.addEventListener('message', ({ data }: MessageEvent<ToImageThread>) => {
  handle(data).catch((error: unknown) => {
    const { kind, detail } = error instanceof UnreadableImage ? error : new UnreadableImage('damaged');
    const request = data.kind === 'sample' ? data.request : undefined;
    post({ kind: 'failed', problem: kind, detail, ...(request !== undefined && { request }) });
  });
});
