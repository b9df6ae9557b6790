/** The page's thread that decodes quicklooks and judges them: a quicklook takes a tenth of a second. */
import type { ClearHere, Pixels } from '../../../../src/features/images/rules/clearHere.ts';
import { linkToPage } from '../../../ground/pageThread.ts';
import { type ClearJob, estimateClear } from './clearEstimate.ts';

/** A quicklook with all that is needed to judge it. The service says what the bytes are. */
export interface ClearWork extends ClearJob {
  bytes: Uint8Array;
  mimeType: string;
}

export interface ClearQuestions {
  judge: (work: ClearWork) => ClearHere;
}

/** Larger pictures are scaled down to this many pixels. */
const maxPixels = 4e6;

async function readPixels({ bytes, mimeType }: ClearWork): Promise<Pixels> {
  const bitmap = await createImageBitmap(new Blob([bytes.slice()], { type: mimeType }));
  const scale = Math.min(1, Math.sqrt(maxPixels / (bitmap.width * bitmap.height)));
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('There is no canvas to decode pictures with.');
  context.drawImage(bitmap, 0, 0, width, height);
  bitmap.close();
  return context.getImageData(0, 0, width, height);
}

linkToPage<object, ClearQuestions>({
  answers: { judge: async work => estimateClear(await readPixels(work), work) },
});
