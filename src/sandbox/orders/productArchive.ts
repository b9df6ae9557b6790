import { strToU8, zipSync } from 'fflate';
import { cutOf } from '../pictures/pictures.ts';
import { iso, type Service } from '../http/service.ts';
import type { WorkspaceItem } from './workspaceItems.ts';

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
  const files = {
    [`${folder}/product.json`]: strToU8(JSON.stringify(product, null, 2)),
    [`${folder}/aoi.geojson`]: strToU8(JSON.stringify(delivery.datas['aoi'])),
    [`${folder}/image.jpg`]: jpeg,
    [`${folder}/image.jgw`]: strToU8(worldFile),
    [`${folder}/image.prj`]: strToU8(wgs84),
  };
  // Stored unpacked: pictures do not shrink.
  return zipSync(files, { level: 0, mtime: delivery.updatedAt });
}

const wgs84 =
  'GEOGCS["WGS 84",DATUM["WGS_1984",SPHEROID["WGS 84",6378137,298.257223563]],PRIMEM["Greenwich",0],UNIT["degree",0.0174532925199433],AUTHORITY["EPSG","4326"]]';
