/** The page's thread that decodes one delivered image. It gets the bytes from the host, through the page. */
import { transferring } from '../../../src/base/messageLink.ts';
import type { PicturePlace } from '../../../src/protocol/protocol.ts';
import { linkToPage } from '../../ground/pageThread.ts';
import type { WorldBox } from '../../ground/worldPoint.ts';
import { type GeoImage, type ImageFacts, openPicture, paint, type Range, valueRanges } from './geoImage.ts';
import { openGeoTiff } from './geoTiff.ts';
import { isJpeg2000 } from './jp2File.ts';
import { openJpeg2000 } from './jpeg2000.ts';
import { packProblem, unpackProblem } from './unreadableImage.ts';

export interface SampleWork {
  box: WorldBox;
  /** Pixels per side. */
  side: number;
  bands: readonly number[];
  /** Absent: the ranges of the values are wanted. */
  ranges?: readonly Range[];
}

/** What the page asks the thread of an image. */
export interface ThreadQuestions {
  /** `place`: of a picture that isn't a GeoTIFF. */
  open: (file: { size: number; place?: PicturePlace | undefined }) => ImageFacts;
  sample: (work: SampleWork) => SampleAnswer;
}

/** What the thread asks the page. */
export interface PageQuestions {
  /** A part of the file. */
  read: (part: { from: number; length: number }) => Uint8Array<ArrayBuffer>;
  /** The WebAssembly module for JPEG 2000. */
  loadDecoder: (nothing: object) => ArrayBuffer;
}

/** Without any of them: nothing is seen there. */
export interface SampleAnswer {
  pixels?: Uint8ClampedArray<ArrayBuffer>;
  ranges?: readonly Range[];
  isTooDetailed?: boolean;
}

let image: GeoImage | undefined;
/** One after another, so that only the pixels of one sample are in memory. */
let turn: Promise<unknown> = Promise.resolve();

async function open(size: number, place: PicturePlace | undefined): Promise<GeoImage> {
  if (isJpeg2000(await read(0, Math.min(12, size)))) return openJpeg2000(read, size, place, loadDecoder);
  return place ? openPicture(await read(0, size), place) : openGeoTiff(read, size);
}

async function sampled({ box, side, bands, ranges }: SampleWork, signal: AbortSignal): Promise<SampleAnswer> {
  if (signal.aborted) return {};
  const found = await image?.sample(box, side, bands, ranges === undefined);
  if (!found) return {};
  if (found === 'tooDetailed') return { isTooDetailed: true };
  if (!ranges) return { ranges: valueRanges(found) };
  const pixels = paint(found, ranges);
  return transferring({ pixels }, [pixels.buffer]);
}

const { ask } = linkToPage<PageQuestions, ThreadQuestions>({
  answers: {
    open: async ({ size, place }) => {
      image = await open(size, place);
      return image.facts;
    },
    sample: (work, signal) => {
      const answer = turn.then(() => sampled(work, signal));
      turn = answer.catch(() => undefined);
      return answer;
    },
  },
  packError: packProblem,
  unpackError: unpackProblem,
});

const read = (from: number, length: number) => ask('read', { from, length });
const loadDecoder = () => ask('loadDecoder', {});
