// node test/bench/imageMemory.ts FILE
//
// The memory that Show Image needs for a delivered image: of the host, which reads ranges of the file, and of the page's
// thread, which decodes them; here in one process. `writeLargeImages.py` writes files for it.
import { openProduct, productFiles } from '../../src/features/deliveries/productImage.ts';
import { openGeoTiff } from '../../webview/features/products/geoTiff.ts';
import { openJpeg2000 } from '../../webview/features/products/jpeg2000.ts';
import { loadOpenJpeg } from '../unit/webview/features/products/gdalImages.ts';

/** Pixels per side of what the page asks for at once. */
const side = 512;
/** Of the image in its own resolution, from corner to corner. */
const views = 64;

const [file] = await productFiles(process.argv[2] ?? '');
if (!file) throw new Error('Name an image.');
let bytes = 0;
let largest = 0;
const idle = process.memoryUsage().rss;
const opened = await openProduct(file, [file], new AbortController().signal, () => undefined);
const read = async (from: number, length: number) => {
  bytes += length;
  largest = Math.max(largest, length);
  return opened.read(from, length);
};
const isJpeg2000 = /\.jp2$/i.test(file.name);
const image = await (isJpeg2000
  ? openJpeg2000(read, file.size, opened.place, loadOpenJpeg)
  : openGeoTiff(read, file.size));
const { box, bands, width } = image.facts;
const bandIndices = bands.slice(0, 3).map((_, band) => band);
const started = performance.now();
const whole = await image.sample(box, side, bandIndices, true);
const wholeAfter = performance.now() - started;
const [west, north, east, south] = box;
const step = ((east - west) * side) / width;
let empty = 0;
for (let view = 0; view < views; view += 1) {
  const left = west + ((east - west - step) * view) / views;
  const top = north + ((south - north - step) * view) / views;
  const found = await image.sample([left, top, left + step, top + step], side, bandIndices, true);
  if (typeof found !== 'object') empty += 1;
}
await opened.close();
const megabytes = (value: number) => Math.round(value / 1e6);
console.log({
  file: file.name,
  'file, MB': megabytes(file.size),
  'over idle at most, MB': megabytes(process.resourceUsage().maxRSS * 1024 - idle),
  'read, MB': megabytes(bytes),
  'read at once, MB': Number((largest / 1e6).toFixed(1)),
  'whole image, s': Number((wholeAfter / 1000).toFixed(1)),
  'a view, s': Number(((performance.now() - started - wholeAfter) / 1000 / views).toFixed(2)),
  isWholeShown: typeof whole === 'object',
  empty,
});
