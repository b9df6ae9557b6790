import { cutOf } from '../pictures/pictures.ts';
import { iso, type Service } from '../http/service.ts';
import type { WorkspaceItem } from './workspaceItems.ts';
import { crc32 } from 'node:zlib';

const pictureWidth = 640;

/**
 * The ZIP file of an image product: what was ordered, its AOI, and a picture of that in EPSG:4326, with a world file
 * and a projection so that GIS programs place it.
 */
export function productArchive(
  service: Service,
  { delivery, order, area, source }: WorkspaceItem,
): Uint8Array<ArrayBuffer> {
  const { box } = area;
  const { jpeg, height } = cutOf(service.world.seed, source, box, pictureWidth);
  const across = (box.east - box.west) / pictureWidth;
  const down = (box.north - box.south) / height;
  const worldFile = [across, 0, 0, -down, box.west + across / 2, box.north - down / 2].join('\n');
  const product = {
    orderId: order.id,
    deliveryId: delivery.id,
    platform: source.spacecraft.platform,
    acquisitionDate: iso(source.time),
    cloudCover: source.cloud,
    incidenceAngle: source.incidence,
    ...delivery.datas,
  };
  const folder = `IMG_${source.spacecraft.platform}_${iso(source.time).replace(/[-:]|\.\d+Z/g, '')}`;
  const entry = (name: string, text: string): { name: string; bytes: Uint8Array } => ({
    name: `${folder}/${name}`,
    bytes: new TextEncoder().encode(text),
  });
  return zipOf(
    [
      entry('product.json', JSON.stringify(product, null, 2)),
      entry('aoi.geojson', JSON.stringify(delivery.datas['aoi'])),
      { name: `${folder}/image.jpg`, bytes: jpeg },
      entry('image.jgw', worldFile),
      entry('image.prj', wgs84),
    ],
    delivery.updatedAt,
  );
}

const wgs84 =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433],AUTHORITY["EPSG","4326"]]';

interface ZipEntry {
  name: string;
  bytes: Uint8Array;
}

/** A ZIP file that stores its entries unpacked: pictures do not shrink (APPNOTE 6.3, methods and records). */
export function zipOf(entries: readonly ZipEntry[], modified: number): Uint8Array<ArrayBuffer> {
  const date = new Date(modified);
  const time = (date.getUTCHours() << 11) | (date.getUTCMinutes() << 5) | (date.getUTCSeconds() >> 1);
  const day = ((date.getUTCFullYear() - 1980) << 9) | ((date.getUTCMonth() + 1) << 5) | date.getUTCDate();
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const path = new TextEncoder().encode(name);
    // Version 2.0, names in UTF-8, stored.
    const common = [u16(20), u16(0x0800), u16(0), u16(time), u16(day), u32(crc32(bytes)), u32(bytes.length)];
    common.push(u32(bytes.length), u16(path.length), u16(0));
    const local = joined([u32(0x04034b50), ...common, path, bytes]);
    parts.push(local);
    directory.push(
      joined([u32(0x02014b50), u16(20), ...common, u16(0), u16(0), u16(0), u32(0), u32(offset), path]),
    );
    offset += local.length;
  }
  const index = joined(directory);
  const count = u16(entries.length);
  const end = joined([u32(0x06054b50), u16(0), u16(0), count, count, u32(index.length), u32(offset), u16(0)]);
  return joined([...parts, index, end]);
}

function u16(value: number): Uint8Array {
  return Uint8Array.of(value & 0xff, (value >>> 8) & 0xff);
}

function u32(value: number): Uint8Array {
  return Uint8Array.of(value & 0xff, (value >>> 8) & 0xff, (value >>> 16) & 0xff, value >>> 24);
}

function joined(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
