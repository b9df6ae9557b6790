import { createHash } from 'node:crypto';
import { strToU8, zipSync } from 'fflate';
import { type Context, Hono } from 'hono';
import type { AccountState } from '../accounts/state.ts';
import { type SubscriptionState, subscriptionStatus } from '../accounts/subscriptions.ts';
import { type Capture, captureById } from '../catalogue/capture.ts';
import type { Env } from '../http/env.ts';
import { createLongWork } from '../http/longWork.ts';
import { forbidden, invalid, iso, notFound, type Service } from '../http/service.ts';
import { encodeGeoTiff } from '../pictures/geoTiff.ts';
import { paintPicture, paintProduct, paintTile } from '../pictures/pictures.ts';
import { itemById, type WorkspaceItem } from './orderBook.ts';
import { itemReport } from './report.ts';

/** The state is worth saving again after so many streamed kB: a map asks for hundreds of tiles. */
const savedEvery = 1000;

/** The running plan that still has streaming allowance. Throws a refusal where there is none. */
function streamingPlan(service: Service, account: AccountState): SubscriptionState {
  const plan = account.subscriptions.find(
    subscription =>
      subscriptionStatus(subscription, service.now()) === 'active' &&
      subscription.offers.includes('order.data.product') &&
      subscription.streamed < subscription.allowance,
  );
  if (!plan) throw forbidden('Your streaming allowance is used up');
  return plan;
}

function spendStreaming(service: Service, plan: SubscriptionState, bytes: number): void {
  const before = Math.floor(plan.streamed / savedEvery);
  plan.streamed = Math.min(plan.allowance, plan.streamed + Math.ceil(bytes / 1000));
  if (Math.floor(plan.streamed / savedEvery) > before) service.changed();
}

const thumbnailWidth = 150;
const quicklookWidth = 512;

/** The download host: pictures and tiles of images, and what was delivered. */
export function itemRoutes(service: Service): Hono<Env> {
  const routes = new Hono<Env>();
  const work = createLongWork();
  const picture = async (context: Context<Env>, fallback: number, maxWidth: number): Promise<Response> => {
    const text = context.req.query('width');
    const width = text === undefined ? fallback : Number(text);
    if (!Number.isInteger(width) || width < 128 || width > maxWidth)
      throw invalid(`width must be from 128 to ${maxWidth}`);
    const capture = pictured(service, context);
    const steps = paintPicture(service.world.seed, capture, width);
    return new Response(new Uint8Array(await work.run(steps, context.req.raw.signal)), {
      headers: { 'Content-Type': 'image/jpeg', 'Cache-Control': 'private, max-age=86400' },
    });
  };
  routes.get('/api/v1/items/:id/thumbnail', context => picture(context, thumbnailWidth, 1024));
  routes.get('/api/v1/items/:id/quicklook', context => picture(context, quicklookWidth, 2500));

  routes.get('/api/v1/items/:id/wmts/tiles/1.0.0/default/rgb/EPSG3857/:z/:x/:file', context => {
    const capture = pictured(service, context);
    if (capture.level === 'ALBUM') throw forbidden('Images of level ALBUM cannot be streamed');
    const plan = streamingPlan(service, context.get('account'));
    const { z, x, y } = tileAddress(context);
    const bytes = paintTile(service.world.seed, capture, z, x, y);
    if (!bytes) throw notFound('tile', `${z}/${x}/${y}`);
    spendStreaming(service, plan, bytes.length);
    return new Response(new Uint8Array(bytes), {
      headers: { 'Content-Type': 'image/png', 'Cache-Control': 'private, max-age=86400' },
    });
  });

  /** The last download: a client can ask for it part by part. */
  let last: { id: string; content: Promise<Content> } | undefined;
  routes.get('/api/v1/items/:id/download', async context => {
    const id = context.req.param('id');
    const item = itemById(service, context.get('account'), id);
    // Specification: public images are ordered; only what was delivered has a download.
    if (!item)
      throw captureById(service.world, id) ? forbidden('This image has to be ordered') : notFound('item', id);
    if (last?.id !== id) last = { id, content: delivered(service, item) };
    return downloadResponse(service, context.req.raw.headers, await last.content);
  });

  if (service.dialect === 'deployed') {
    routes.get('/api/v1/items/:id', context => {
      const id = context.req.param('id');
      const account = context.get('account');
      const item = itemById(service, account, id);
      if (item) return context.json(context.get('answers').item(account, item));
      const capture = captureById(service.world, id);
      if (!capture || capture.published > service.now()) throw notFound('item', id);
      return context.json(context.get('answers').image(capture));
    });
  }
  return routes;
}

function tileAddress(context: Context<Env>): { z: number; x: number; y: number } {
  const file = context.req.param('file') ?? '';
  const numbers = [context.req.param('z'), context.req.param('x'), file.replace(/\.png$/, '')].map(Number);
  const [z = NaN, x = NaN, y = NaN] = numbers;
  const count = 2 ** z;
  const isTile = numbers.every(Number.isInteger) && file.endsWith('.png') && z >= 0 && z <= 22;
  if (!isTile || x < 0 || y < 0 || x >= count || y >= count) throw invalid('There is no such tile');
  return { z, x, y };
}

/** The image itself, or the one that a delivered product was made from. */
function pictured(service: Service, context: Context<Env>): Capture {
  const id = context.req.param('id') ?? '';
  const capture = captureById(service.world, id);
  if (capture && capture.published <= service.now()) return capture;
  const item = itemById(service, context.get('account'), id);
  if (item?.category !== 'image') throw notFound('item', id);
  return item.source;
}

/** Reports of two images are one long line, as some producers write them; in others, each feature has its own. */
function reportText(service: Service, item: WorkspaceItem): string {
  const report = itemReport(service.world.seed, item);
  const text = JSON.stringify(report);
  return item.images.length > 1
    ? text
    : `${text.replaceAll('{"type":"Feature",', '\n$&').slice(0, -2)}\n]}\n`;
}

/** Reports are GeoJSON, image products are ZIP files. */
async function delivered(service: Service, item: WorkspaceItem): Promise<Content> {
  if (item.category === 'vector') {
    const bytes = new TextEncoder().encode(reportText(service, item));
    return { bytes, type: 'application/geo+json', name: `${item.id}.geojson` };
  }
  return { bytes: await productArchive(service, item), type: 'application/zip', name: `${item.id}.zip` };
}

export interface Content {
  bytes: Uint8Array<ArrayBuffer>;
  type: string;
  name: string;
}

/** A delivered file, whole or the one range that was asked for (RFC 9110, 14). */
export function downloadResponse(
  service: Service,
  request: Headers,
  { bytes, type, name }: Content,
): Response {
  const md5 = createHash('md5').update(bytes).digest('hex');
  const etag = `"${md5}"`;
  const headers = new Headers({
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name}"`,
    'Accept-Ranges': 'bytes',
    ETag: etag,
  });
  if (service.dialect === 'deployed') {
    // Of the whole file, also when a part of it is answered.
    headers.set('X-Ads-Checksum-Method', 'md5');
    headers.set('X-Ads-Checksum-Value', md5);
  }
  const unchanged = (request.get('if-range') ?? etag) === etag;
  const range = unchanged ? requestedRange(request.get('range'), bytes.length) : 'whole';
  if (range === 'whole') {
    headers.set('Content-Length', String(bytes.length));
    return new Response(bytes, { headers });
  }
  if (range === 'outside') {
    headers.set('Content-Range', `bytes */${bytes.length}`);
    return new Response(null, { status: 416, headers });
  }
  headers.set('Content-Range', `bytes ${range.first}-${range.last}/${bytes.length}`);
  headers.set('Content-Length', String(range.last - range.first + 1));
  return new Response(bytes.slice(range.first, range.last + 1), { status: 206, headers });
}

/** One range of bytes; several, or a form that is not understood, mean the whole file. */
function requestedRange(
  header: string | null,
  length: number,
): { first: number; last: number } | 'whole' | 'outside' {
  const [, from, to] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === undefined || to === undefined || (from === '' && to === '')) return 'whole';
  const first = from === '' ? Math.max(0, length - Number(to)) : Number(from);
  const last = from === '' || to === '' ? length - 1 : Math.min(length - 1, Number(to));
  return first > last ? 'outside' : { first, last };
}

/** The ZIP file of an image product: what was ordered, its AOI, the image of that, and a small preview. */
async function productArchive(
  service: Service,
  { delivery, order, area, source }: WorkspaceItem,
): Promise<Uint8Array<ArrayBuffer>> {
  const { seed } = service.world;
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
  const image = await paintProduct(seed, source, area);
  const isJpeg2000 = delivery.datas['imageFormat'] === 'image/jp2';
  const files = {
    [`${folder}/product.json`]: strToU8(JSON.stringify(product, null, 2)),
    [`${folder}/aoi.geojson`]: strToU8(JSON.stringify(delivery.datas['aoi'])),
    [`${folder}/image.${isJpeg2000 ? 'jp2' : 'tif'}`]: isJpeg2000
      ? await (await import('../pictures/jpeg2000.ts')).encodeJpeg2000(image)
      : await encodeGeoTiff(image),
    [`${folder}/preview.jpg`]: await createLongWork().run(paintPicture(seed, source, 256)),
  };
  // Stored unpacked: pictures do not shrink.
  return zipSync(files, { level: 0, mtime: delivery.updatedAt });
}
