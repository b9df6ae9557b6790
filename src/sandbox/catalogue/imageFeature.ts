/** Images and delivered items as the features of a search result. */
import type { Feature } from 'geojson';
import { itemAt } from '../../base/itemAt.ts';
import { dayMs } from '../../base/words/moment.ts';
import type { WorkspaceItem } from '../orders/orderBook.ts';
import type { AccountState } from '../accounts/state.ts';
import { hash, seededUuid, unit } from '../http/random.ts';
import { iso, type Service } from '../http/service.ts';
import { type Capture, captureFootprint, type Constellation, encodeImageId } from './capture.ts';
import { areaPolygon } from './shapes.ts';

/** A feature with the members that this service adds to GeoJSON; it has no id of its own. */
export interface ImageFeature extends Omit<Feature, 'id' | 'bbox'> {
  _links: Record<string, unknown>;
  rights: Record<string, unknown>;
  properties: Record<string, unknown>;
}

export function publicWorkspace(constellation: Constellation): 'public' | 'public-pneo' {
  return constellation === 'PNEO' ? 'public-pneo' : 'public';
}

/** Meters; deployed services list PHR images of level ALBUM at 0.7. */
export function listedResolution(service: Service, capture: Capture): number {
  const { constellation, resolution } = capture.spacecraft.instrument;
  return service.dialect === 'deployed' && constellation === 'PHR' && capture.level === 'ALBUM'
    ? 0.7
    : resolution;
}

/** The catalogue's product type; deployed services call many SENSOR images `bundle`. */
export function listedProductType(service: Service, capture: Capture): string {
  if (capture.stereo !== 'mono' || service.dialect === 'specification') return capture.stereo;
  const { spacecraft, day, row, column } = capture.cell;
  const bundled = unit(hash(service.world.seed ^ 0xb0d1e, spacecraft, day, row, column)) < 0.6;
  return capture.level === 'SENSOR' && bundled ? 'bundle' : 'mono';
}

/** As deployed services send it. */
export function captureFeature(service: Service, capture: Capture): ImageFeature {
  const id = encodeImageId(service.world, capture);
  const item = `${service.origin}/api/v1/items/${id}`;
  const tiles = `${item}/wmts/tiles/1.0.0/default/rgb/EPSG3857/{z}/{x}/{y}.png`;
  const workspace = publicWorkspace(capture.spacecraft.instrument.constellation);
  const wmts = { href: tiles, name: 'WMTS', type: 'WMTS' };
  return {
    type: 'Feature',
    _links: {
      self: { href: item },
      quicklook: { href: `${item}/quicklook`, name: 'quicklook', type: 'http' },
      thumbnail: { href: `${item}/thumbnail`, name: 'thumbnail', type: 'http' },
      wmts,
      imagesWmts: [{ ...wmts, resourceId: id }],
    },
    geometry: areaPolygon(captureFootprint(capture)),
    properties: {
      ...deployedProperties(service, capture),
      id,
      productCategory: 'image',
      productionStatus: 'IN_CLOUD',
      publicationDate: iso(capture.published),
      // Deployed services leave the zone out here.
      lastUpdateDate: iso(capture.published).slice(0, -1),
      workspaceId: seededUuid(service.seed, workspace),
      workspaceName: workspace,
      title: `${capture.spacecraft.platform} ${iso(capture.time).slice(0, 10)}`,
    },
    // ALBUM images cannot be streamed, although their links are listed.
    rights: { browse: {}, wmts: capture.level === 'SENSOR' ? {} : undefined },
  };
}

/** A delivered item, with the date and the covers of the image that it was made from; as deployed services send it. */
export function itemFeature(
  service: Service,
  account: AccountState,
  { id, delivery, order, category, area, source }: WorkspaceItem,
): ImageFeature {
  const item = `${service.origin}/api/v1/items/${id}`;
  return {
    type: 'Feature',
    _links: {
      self: { href: item },
      download: [{ href: `${item}/download`, name: 'download', type: 'HTTP' }],
      ...(category === 'image'
        ? { quicklook: { href: `${item}/quicklook` }, thumbnail: { href: `${item}/thumbnail` } }
        : {}),
    },
    geometry: areaPolygon(area),
    properties: {
      ...deployedProperties(service, source),
      id,
      productType: delivery.datas['productType'] ?? 'vector',
      productCategory: category,
      productionStatus: 'IN_CLOUD',
      format: delivery.datas['imageFormat'] ?? 'application/geo+json',
      sourceIdentifier: delivery.imageIds[0],
      publicationDate: iso(delivery.updatedAt),
      lastUpdateDate: iso(delivery.updatedAt),
      workspaceId: account.workspaceId,
      workspaceName: account.workspaceName,
      title: order.title ?? order.customerRef ?? `Order ${order.id}`,
    },
    rights: { browse: {}, download: {}, associatedData: { privileges: ['read'] } },
  };
}

/** Specification: Image, properties. The id is missing. */
export function specifiedProperties(service: Service, capture: Capture): Record<string, unknown> {
  const { constellation } = capture.spacecraft.instrument;
  return {
    parentIdentifier: datastripId(capture),
    acquisitionDate: iso(capture.time),
    cloudCover: capture.cloud,
    snowCover: capture.snow,
    constellation,
    platform: capture.spacecraft.platform,
    incidenceAngle: round(capture.incidence),
    resolution: listedResolution(service, capture),
    processingLevel: capture.level,
  };
}

function deployedProperties(service: Service, capture: Capture): Record<string, unknown> {
  return {
    ...specifiedProperties(service, capture),
    acquisitionDate: deployedDate(capture),
    acquisitionIdentifier: acquisitionId(capture),
    sourceIdentifier: acquisitionId(capture),
    azimuthAngle: round(capture.azimuth),
    incidenceAngleAcrossTrack: round(capture.incidenceAcross),
    incidenceAngleAlongTrack: round(capture.incidenceAlong),
    illuminationAzimuthAngle: round(capture.sun.azimuth),
    illuminationElevationAngle: round(capture.sun.elevation),
    productType: listedProductType(service, capture),
    format: 'image/jp2',
    sensorType: 'OPTICAL',
    spectralRange: 'VISIBLE',
    organisationName: 'Sandbox Imagery',
  };
}

/** Deployed services write times with no fraction, with three digits, or with nine, by where they come from. */
function deployedDate({ time, spacecraft }: Capture): string {
  const text = iso(time);
  switch (spacecraft.instrument.constellation) {
    case 'PHR':
      return text;
    case 'SPOT':
      return text.replace('.000Z', 'Z');
    case 'PNEO':
      return text.replace('Z', '000000Z');
  }
}

const stations = ['FR1', 'SV2', 'CN1', 'AU1', 'CL1'] as const;

/** The datastrip: what was downlinked during one pass to one station. */
function datastripId({ spacecraft, cell: { day, row, column } }: Capture): string {
  const station = itemAt(stations, Math.floor(row / 8) % stations.length);
  return `DS_${spacecraft.platform}_${iso(day * dayMs).slice(0, 10)}_${station}_PX_${Math.floor(row / 8)}_${column}`;
}

/** One acquisition keeps this name in all its levels. */
function acquisitionId({ spacecraft, time, cell: { row, column }, view }: Capture): string {
  const stamp = iso(time).replace(/[-T:.Z]/g, '');
  return `ACQ_${spacecraft.platform}_${stamp}_${row}_${column}_${view}`;
}

function round(value: number): number {
  return Math.round(value * 1e4) / 1e4;
}
