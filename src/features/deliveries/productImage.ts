/** The files of a delivered product: in its ZIP file, in its unzipped folder, or a single file. */
import { createWriteStream } from 'node:fs';
import { mkdtemp, open, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, posix, relative, sep } from 'node:path';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { checked, zipEntries, type ZipEntry } from '../../base/zip.ts';
import type { PicturePlace } from '../../protocol/protocol.ts';
import type { ProductOnMap } from './productImages.ts';
import { refuseUnfit, withArchive } from './unzip.ts';

export interface ProductFile {
  /** Path within the product, with `/`. */
  name: string;
  /** Bytes. */
  size: number;
  /** Of the file, or of the archive that contains it. */
  path: string;
  packed?: ZipEntry;
}

/** A picture that is sent to the page in one message, and a text that says where it lies. In bytes. */
const limits = { picture: 4 * 1024 * 1024, text: 4e6, files: 10_000 };

export async function productFiles(path: string): Promise<ProductFile[]> {
  const found = await stat(path);
  const files: ProductFile[] = [];
  if (found.isDirectory()) {
    const entries = await readdir(path, { recursive: true, withFileTypes: true });
    for (const entry of entries.filter(item => item.isFile()).slice(0, limits.files)) {
      const filePath = join(entry.parentPath, entry.name);
      const name = relative(path, filePath).replaceAll(sep, '/');
      files.push({ name, path: filePath, size: (await stat(filePath)).size });
    }
  } else if (/\.zip$/i.test(path)) {
    await withArchive(path, async archive => {
      for await (const packed of zipEntries(archive)) {
        if (files.length < limits.files)
          files.push({ name: packed.name, size: packed.entry.uncompressedSize, path, packed });
      }
    });
  } else files.push({ name: basename(path), path, size: found.size });
  return found.isFile() && !/\.zip$/i.test(path) ? files : files.filter(({ name }) => !isCompanion(name));
}

/** Whether macOS wrote the file beside another one of nearly the same name. */
function isCompanion(name: string): boolean {
  return /(?:^|\/)(?:\._|__MACOSX\/)/.test(name);
}

/** Whether the file has to be unpacked to another one before it can be read. */
export function isDeflated({ packed }: ProductFile): boolean {
  return packed !== undefined && packed.entry.compressionMethod !== 0;
}

/** GeoTIFF and JPEG 2000 files, the largest first. */
export function imageFiles(files: readonly ProductFile[]): ProductFile[] {
  return files.filter(({ name }) => /\.(?:tiff?|jp2)$/i.test(name)).sort((a, b) => b.size - a.size);
}

/** The largest picture for which the product says where it lies. */
export async function placedPreview(files: readonly ProductFile[]): Promise<ProductFile | undefined> {
  const pictures = files.filter(({ name, size }) => /\.(?:jpe?g|png)$/i.test(name) && size <= limits.picture);
  for (const file of pictures.sort((a, b) => b.size - a.size))
    if (await readPlacement(file, files)) return file;
  return undefined;
}

/** Opens an image, or a picture that is its preview. @param onProgress with the bytes unpacked or checked so far */
export async function openProduct(
  file: ProductFile,
  files: readonly ProductFile[],
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
): Promise<ProductOnMap> {
  const { name, size } = file;
  const place = /\.tiff?$/i.test(name) ? undefined : await readPlacement(file, files);
  const opened = await openFile(file, signal, onProgress);
  const days = await readDays(file, files);
  return { id: crypto.randomUUID(), title: basename(name), size, place, days, ...opened };
}

/** A stored file is checked and then read in its archive; another one is unpacked to a temporary file. */
async function openFile(
  { path, size, packed }: ProductFile,
  signal: AbortSignal,
  onProgress: (bytes: number) => void,
) {
  if (packed) refuseUnfit(packed);
  const isPacked = packed !== undefined && packed.entry.compressionMethod !== 0;
  const folder = isPacked ? await mkdtemp(join(tmpdir(), 'swath-image-')) : undefined;
  const forget = async () => folder && rm(folder, { recursive: true, force: true });
  try {
    const imagePath = folder === undefined ? path : join(folder, 'image');
    const start = packed
      ? await withArchive(path, async archive => {
          let done = 0;
          const check = checked(packed, bytes => onProgress((done += bytes)));
          const stream = await archive.openReadStreamPromise(packed.entry);
          await pipeline(stream, check, isPacked ? createWriteStream(imagePath) : nowhere(), { signal });
          if (isPacked) return 0;
          const header = await archive.readLocalFileHeaderPromise(packed.entry, { minimal: true });
          return header.fileDataStart;
        })
      : 0;
    const file = await open(imagePath);
    return {
      /** Rejects beyond the end of the file. */
      async read(from: number, length: number) {
        if (from + length > size) throw new RangeError(`${from} + ${length} > ${size}`);
        const bytes = new Uint8Array(length);
        const { bytesRead } = await file.read(bytes, 0, length, start + from);
        return bytes.subarray(0, bytesRead);
      },
      async close() {
        await file.close();
        await forget();
      },
    };
  } catch (error) {
    await forget();
    throw error;
  }
}

const nowhere = () => new Writable({ write: (_bytes, _encoding, next) => next() });

async function readShortText(file: ProductFile | undefined): Promise<string> {
  if (!file || file.size > limits.text) return '';
  const opened = await openFile(file, new AbortController().signal, () => undefined);
  try {
    return new TextDecoder().decode(await opened.read(0, file.size));
  } finally {
    await opened.close();
  }
}

const dimapName = /(?:^|\/)DIM_[^/]*\.xml$/i;

/** From the DIMAP metadata in its folder: those in other folders are of other images. */
async function readDays({ name }: ProductFile, files: readonly ProductFile[]): Promise<string[]> {
  const folder = posix.dirname(name);
  const beside = files.filter(file => dimapName.test(file.name) && posix.dirname(file.name) === folder);
  // Without it, the image is shown all the same.
  const texts = await Promise.all(beside.map(file => readShortText(file).catch(() => '')));
  const found = texts.flatMap(text => [...text.matchAll(/<IMAGING_DATE>\s*(\d{4}-\d\d-\d\d)/g)]);
  return [...new Set(found.map(([, day = '']) => day))].sort();
}

/** From its world file, in degrees or the projection of the product, or from the corners in its DIMAP metadata. */
async function readPlacement(
  picture: ProductFile,
  files: readonly ProductFile[],
): Promise<PicturePlace | undefined> {
  const stem = picture.name.slice(0, picture.name.lastIndexOf('.') + 1).toLowerCase();
  const endings = ['jgw', 'jpgw', 'pgw', 'pngw', 'j2w', 'jp2w', 'wld'].map(ending => stem + ending);
  const world = await readShortText(files.find(({ name }) => endings.includes(name.toLowerCase())));
  const [a = NaN, d = NaN, b = NaN, e = NaN, c = NaN, f = NaN] = world.trim().split(/\s+/).map(Number);
  // Positions are those of the centers of pixels.
  const transform: PicturePlace['transform'] = [a, b, c - (a + b) / 2, d, e, f - (d + e) / 2];
  const isTransform = transform.every(Number.isFinite);
  if (isDegrees(c, f) && isTransform) return { transform };
  const dimap = await readShortText(files.find(({ name }) => dimapName.test(name)));
  const [, name = ''] = /<PROJECTED_CRS_CODE>([^<]*)</.exec(dimap) ?? [];
  const code = name.trim().split(/\D/).at(-1) ?? '';
  if (isTransform && code !== '') return { transform, code: Number(code) };
  // The corners are those of all images of the product together.
  const isPart = /\.jp2$/i.test(picture.name) && files.filter(file => /\.jp2$/i.test(file.name)).length > 1;
  if (isPart) return undefined;
  const [, extent = ''] = dimap.split(/<\/?Dataset_Extent>/);
  const [xs, ys] = [/<LON>([^<]*)/g, /<LAT>([^<]*)/g].map(tag =>
    [...extent.matchAll(tag)].map(([, text]) => Number(text)),
  );
  const [west = NaN, east = NaN, , below = NaN] = xs ?? [];
  const [north = NaN, beside = NaN, , south = NaN] = ys ?? [];
  if (![isDegrees(west, north), isDegrees(east, beside), isDegrees(below, south)].every(Boolean))
    return undefined;
  return {
    transform: [east - west, below - west, west, beside - north, south - north, north],
    isOfWhole: true,
  };
}

function isDegrees(longitude: number, latitude: number): boolean {
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;
}
