/** Opens JPEG 2000 files. Only the tiles in view are read, and decoded at the resolution that the view needs. */
import { itemAt } from '../../../src/base/itemAt.ts';
import type { PicturePlace } from '../../../src/protocol/protocol.ts';
import { createGeoImage, type GeoImage, imagePlacement, type Level, type Window } from './geoImage.ts';
import { georeferenceInTiff, type ReadBytes } from './geoTiff.ts';
import { createDecoder, type Plane } from './jp2Decoder.ts';
import { type Georeference, readBoxes, readCodestream, readTileParts, type TilePart } from './jp2File.ts';
import { orThrow, UnreadableImage } from './unreadableImage.ts';

const limits = {
  /** Samples of all components that are decoded at once: the decoder takes up to 10 bytes for each. */
  samples: 48e6,
  /** Bytes of the file that are decoded at once. */
  packed: 128e6,
  /** Decoded tiles that are kept, bytes. */
  kept: 64e6,
} as const;

/**
 * @param place from the files beside it, if the image itself says nothing
 * @param loadDecoder the WebAssembly module
 */
export async function openJpeg2000(
  read: ReadBytes,
  size: number,
  place: PicturePlace | undefined,
  loadDecoder: () => Promise<ArrayBuffer>,
): Promise<GeoImage> {
  return orThrow('damaged', open(read, size, place, loadDecoder));
}

async function open(
  read: ReadBytes,
  size: number,
  sidecar: PicturePlace | undefined,
  loadDecoder: () => Promise<ArrayBuffer>,
): Promise<GeoImage> {
  const boxes = await readBoxes(read, size);
  const codestream = await readCodestream(read, boxes);
  const { width, height, components } = codestream;
  const decode = createDecoder(loadDecoder);
  const isPower = (side: number, whole: number) => side === whole || Number.isInteger(Math.log2(side));
  // Parts of other tiles would be at other places in the codeblocks if a tile is decoded separately.
  const isTiled = isPower(codestream.tileWidth, width) && isPower(codestream.tileHeight, height);
  const tileWidth = isTiled ? codestream.tileWidth : width;
  const tileHeight = isTiled ? codestream.tileHeight : height;
  const tilesAcross = Math.ceil(width / tileWidth);
  const tileCount = tilesAcross * Math.ceil(height / tileHeight);
  const packedBytes = (boxes.end - boxes.start) / tileCount;
  let parts: Promise<TilePart[][]> | undefined;
  const kept = new Map<string, Plane>();

  /** A codestream of its own. */
  async function packedTile(tile: number, tileSize: { width: number; height: number }) {
    const all = (await (parts ??= readTileParts(read, codestream.tiles, boxes.end))).entries();
    const tileParts = [...all].filter(([index]) => !isTiled || index === tile).flatMap(([, list]) => list);
    const ordered = tileParts.sort((a, b) => a.from - b.from);
    const length = ordered.reduce((sum, part) => sum + part.length, 0);
    if (length === 0) throw new UnreadableImage('damaged');
    if (length > limits.packed) throw new UnreadableImage('bigBlocks', String(length));
    const { head } = codestream;
    const bytes = new Uint8Array(head.length + length + 2);
    bytes.set(head);
    const view = new DataView(bytes.buffer);
    view.setUint32(8, tileSize.width);
    view.setUint32(12, tileSize.height);
    let at = head.length;
    for (const part of ordered) {
      bytes.set(await read(part.from, part.length), at);
      if (isTiled) view.setUint16(at + 4, 0);
      at += part.length;
    }
    view.setUint16(at, 0xffd9);
    return bytes;
  }

  function keep(key: string, plane: Plane): void {
    kept.set(key, plane);
    let bytes = [...kept.values()].reduce((sum, { byteLength }) => sum + byteLength, 0);
    for (const [oldest, { byteLength }] of kept) {
      if (bytes <= limits.kept || oldest === key) break;
      kept.delete(oldest);
      bytes -= byteLength;
    }
  }

  async function decodePlanes(tile: number, level: number, bands: readonly number[]): Promise<Plane[]> {
    const left = (tile % tilesAcross) * tileWidth;
    const top = Math.floor(tile / tilesAcross) * tileHeight;
    const facts = {
      width: Math.min(tileWidth, width - left),
      height: Math.min(tileHeight, height - top),
      components,
    };
    const samples = (facts.width * facts.height * components.length) / 4 ** level;
    if (samples > limits.samples) throw new UnreadableImage('bigBlocks', String(Math.round(samples * 2)));
    let packed: Uint8Array<ArrayBuffer> | undefined;
    const planes: Plane[] = [];
    for (const band of bands) {
      const key = `${tile} ${level} ${band}`;
      let plane = kept.get(key);
      if (plane) {
        // The newest last.
        kept.delete(key);
        kept.set(key, plane);
      } else {
        packed ??= await packedTile(tile, facts);
        const decoded = await decode(packed, facts, level, band);
        for (const [component, values] of decoded) keep(`${tile} ${level} ${component}`, values);
        plane = decoded.get(band);
      }
      if (!plane) throw new UnreadableImage('damaged');
      planes.push(plane);
    }
    return planes;
  }

  function jpeg2000Level(level: number): Level {
    const scale = 2 ** level;
    const halved = (side: number) => Math.ceil(side / scale);
    const across = halved(tileWidth);
    const down = halved(tileHeight);
    async function readWindow([left, top, right, bottom]: Window, bands: number[]) {
      const arrays = bands.map(() => new Int32Array((right - left) * (bottom - top)));
      for (let row = Math.floor(top / down); row * down < bottom; row += 1)
        for (let column = Math.floor(left / across); column * across < right; column += 1) {
          const planes = await decodePlanes(row * tilesAcross + column, level, bands);
          const columns = halved(Math.min(tileWidth, width - column * tileWidth));
          const rows = halved(Math.min(tileHeight, height - row * tileHeight));
          const from = Math.max(left, column * across);
          const to = Math.min(right, column * across + columns);
          for (let y = Math.max(top, row * down); y < Math.min(bottom, row * down + rows); y += 1)
            planes.forEach((plane, index) => {
              const start = (y - row * down) * columns - column * across;
              itemAt(arrays, index).set(
                plane.subarray(start + from, start + to),
                (y - top) * (right - left) + from - left,
              );
            });
        }
      return arrays;
    }
    return {
      width: halved(width),
      height: halved(height),
      across,
      down,
      blockBytes: across * down * 2 + packedBytes / 4,
      isPlanar: false,
      read: readWindow,
    };
  }

  // A tile is halved as long as it ends at whole pixels.
  const fits = (level: number) =>
    tileCount === 1 || (tileWidth % 2 ** level === 0 && tileHeight % 2 ** level === 0);
  const first = jpeg2000Level(0);
  const levels: [Level, ...Level[]] = [first];
  for (let level = 1; level <= codestream.levels && fits(level); level += 1)
    levels.push(jpeg2000Level(level));
  const georeference = await jpeg2000Georeference(boxes, sidecar, first);
  const hasAlpha = boxes.alpha >= 0 && boxes.alpha === components.length - 1;
  return createGeoImage({
    levels,
    place: imagePlacement(first, georeference.transform, georeference.code),
    bands: Array.from({ length: components.length - (hasAlpha ? 1 : 0) }, () => ''),
    isByte: components.every(({ bits }) => bits === 8),
    noData: hasAlpha ? Number.NaN : 0,
    alpha: hasAlpha ? [boxes.alpha] : [],
  });
}

async function jpeg2000Georeference(
  { geoTiff, gml }: Awaited<ReturnType<typeof readBoxes>>,
  sidecar: PicturePlace | undefined,
  { width, height }: Level,
): Promise<Georeference> {
  const tags = geoTiff && (await georeferenceInTiff(geoTiff).catch(() => undefined));
  // 32767: defined by the user.
  if (tags && tags.code > 0 && tags.code !== 32_767) return tags;
  if (gml) return gml;
  if (!sidecar) throw new UnreadableImage('noPlace');
  const [a, b, c, d, e, f] = sidecar.transform;
  const { isOfWhole = false, code = 4326 } = sidecar;
  const [across, down] = isOfWhole ? [width, height] : [1, 1];
  return { transform: [a / across, b / down, c, d / across, e / down, f], code };
}
