import { signal } from '@preact/signals-core';
import { beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { setLocale } from '../../../../../src/base/words/displayLanguage.ts';
import type { Services } from '../../../../../src/service/rules/account.ts';
import type { Subscription } from '../../../../../src/service/rules/subscription.ts';
import { entry } from '../../../service/rules/ledgerFixtures.ts';
import type { Reading } from '../../../../../src/platform/host/reading.ts';
import { createPriceEstimates } from '../../../../../src/features/orders/rules/priceEstimate.ts';
import type { ProductOrderBody } from '../../../../../src/features/orders/rules/productOrder.ts';
import type { Estimates } from '../../../../../src/features/orders/estimates.ts';
import { draftProductOrder } from '../../../../../src/features/orders/ui/draft/draftOrder.ts';
import { bareSubscription } from '../../account/rules/subscriptions.ts';
import { eventually } from '../../../../eventually.ts';
import { editor } from '../../../../fake/editor.ts';
import { newUser, say, user } from '../../../../fake/user.ts';
import { drafted, draftSetup, harbour, labelOf, step } from './draftSetup.ts';

const byArea = 'By area';
const byVolume = 'By volume';
const bothKinds = {
  subscriptions: [
    bareSubscription({ status: 'active', offers: ['order.data.product', 'order.data.gb.product'] }),
  ],
};

/** Read on request; `undefined` means that it can't be read. */
function reader<T>(value: T | undefined) {
  const current = signal<Reading<T>>({ kind: 'none' });
  return {
    current,
    refresh() {
      current.value =
        value === undefined ? { kind: 'failed', error: new Error('no') } : { kind: 'ready', value, at: 0 };
      return Promise.resolve();
    },
  };
}

interface Rights {
  subscriptions?: readonly Subscription[];
  services?: Services;
}

/** @param rate credits per km² of an earlier price, if there is one */
function setUp({ subscriptions, services }: Rights = {}, rate?: number, isPriceAsked = false) {
  const rights = {
    subscriptions: reader(subscriptions),
    contracts: { services: { ...reader(services), need: () => {} } },
  };
  return draftSetup((session, catalog, argument) =>
    draftProductOrder({ session, catalog, estimates: estimatesFrom(rate), ...rights }, argument, {
      isPriceAsked,
    }),
  );
}

/** They are only known some time after they are needed. */
function estimatesFrom(rate: number | undefined): Estimates {
  const current = signal<ReturnType<typeof createPriceEstimates> | undefined>(undefined);
  const amount = { value: (rate ?? 0) * 1000, unit: 'credits' };
  const contents = { orderKind: 'order.data.product', product: 'pansharpened', constellation: 'PHR' };
  const earlier = entry({ action: 'price', amount, areaKm2: 1000, ...contents });
  return {
    current,
    async need() {
      await new Promise(resolve => void setTimeout(resolve, 5));
      current.value = createPriceEstimates(rate === undefined ? [] : [earlier], earlier.connection);
    },
  };
}

const active = (...offers: string[]) => bareSubscription({ status: 'active', offers });

/** Accepts the default of each step, up to the one with this title. */
async function acceptUntil(title: string): Promise<void> {
  for (;;) {
    const { title: current, activeItems } = editor.question;
    if (current === title) return;
    const [proposed] = activeItems;
    if (!proposed) throw new Error(`Nothing is proposed for "${current}".`);
    await editor.pick(proposed.label);
    await eventually(() => expect(editor.question.title).not.toBe(current), { interval: 1 });
  }
}

async function chooseOn(run: ReturnType<typeof setUp>, days: number[], area = 0) {
  const { start, lens, ...parts } = await run;
  const begun = await start(lens(area));
  await editor.pick(...days.map(labelOf));
  return { ...parts, run: begun };
}

beforeEach(newUser);

describe('drafting a product order', () => {
  it('says why it asks for no kind of order, if only the images can be ordered', async () => {
    await chooseOn(setUp(), [5]);
    await step('Image product (reports need PHR or SPOT): which projection?');
    expect(editor.question.placeholder).toMatch(/^1 image · [\d,]+ km² · PNEO/);
  });

  it('says first that images may never be delivered, and how much of the area they cover', async () => {
    await chooseOn(setUp(), [2], 1);
    await step('Which projection?');
    expect(editor.question.placeholder).toMatch(
      /^ALBUM: may never be delivered · covers 0 % of [\d,]+ km² · PHR/,
    );
    await editor.press('Back');
    await step('Images of Airport');
    await editor.pick(labelOf(3), labelOf(2));
    await step('Which projection?');
    expect(editor.question.placeholder).toMatch(
      /^2 images · 1 × ALBUM: may never be delivered · together they cover 25 % of [\d,]+ km² · PHR/,
    );
  });

  it('says why it offers no report of more images than one takes', async () => {
    await chooseOn(setUp(), [1, 2, 3]);
    await step('Image product (reports take at most 2 images): which projection?');
  });

  it('says from the first question what it may cost, and where no price is known, that asking for one is free', async () => {
    await chooseOn(setUp({}, 2), [1]);
    await step('Which projection?');
    expect(editor.question.placeholder).toMatch(
      / · about [\d,–]+ credits, from one price \(\d{4}-\d\d-\d\d\)$/,
    );
    await editor.pick('WGS 84 / UTM zone 31N');
    await step('Which bands?');
    await editor.pick('Color and gray, separately');
    await step('Which pixel values?');
    expect(editor.question.placeholder).toMatch(/ · PHR 0\.5 m · No price yet: asking for one is free$/);
  });

  it('asks step by step, with common defaults', async () => {
    const { run, catalog } = await chooseOn(setUp(), [3, 1]);
    await step('Which projection?');
    expect(catalog.current.peek().selected).toEqual(['a', 'c']);
    expect(editor.question.placeholder).toMatch(
      /^2 images · [\d,]+ km² · PHR 0\.5 m · No price yet: asking for one is free$/,
    );
    expect(editor.question.lines()).toEqual([
      'WGS 84 / UTM zone 31N | meters, for maps and measuring · EPSG:32631',
      'WGS 84, longitude and latitude | degrees, as in GeoJSON · EPSG:4326',
      'Another… | 4326, 32601–32660, 32701–32760',
    ]);
    await editor.pick('WGS 84 / UTM zone 31N');
    await step('Which bands?');
    expect(editor.question.activeItems.map(({ label }) => label)).toEqual(['Color at full resolution']);
    await editor.pick('Color and gray, separately');
    await step('Which pixel values?');
    expect(editor.question.lines()).toEqual([
      'As recorded | BASIC16 · Unprocessed values of the sensor',
      'For measuring | REFLECTANCE · Reflectance: sensor calibration and atmospheric corrections',
      'For viewing | DISPLAY · 8-bit, adjusted for the eye',
    ]);
    await editor.pick('For viewing');
    await step('Which image format?');
    expect(editor.question.lines()).toEqual([
      'JPEG 2000 | smaller files; not all programs open it',
      'GeoTIFF | opens in all GIS programs; larger files',
    ]);
    await editor.pick('JPEG 2000');
    await step('Name of the order');
    expect(editor.question.value).toBe('Harbour 2025-03-01');
    await editor.enter(' North quay ');
    await run.end;
    expect(run.error).toBeUndefined();
    const form = {
      productType: 'bundle',
      radiometricProcessing: 'DISPLAY',
      imageFormat: 'image/jp2',
      crsCode: 'urn:ogc:def:crs:EPSG::32631',
      aoi: harbour.geometry,
    };
    expect(drafted()).toEqual({
      kind: 'order.data.product',
      products: [
        { id: 'a', ...form },
        { id: 'c', ...form },
      ],
    });
    expect(editor.openedEditors[0]?.document.uri.toString()).toBe(
      'untitled:/nowhere/project/North-quay.order.json',
    );
  });

  it('names resolutions with the decimal sign of the display language', async () => {
    setLocale({ language: 'de', bundle: undefined });
    onTestFinished(() => setLocale({ language: 'en', bundle: undefined }));
    const { run } = await chooseOn(setUp(), [3, 1]);
    await step('Which projection?');
    expect(editor.question.placeholder).toContain(' · PHR 0,5 m · ');
    await editor.escape();
    await run.end;
  });

  it('asks for the product of each kind of sensor, with one order kind for all', async () => {
    const { run } = await chooseOn(setUp(), [5, 4, 3]);
    await acceptUntil('Which bands?');
    const places = [editor.question.placeholder];
    await editor.pick('Color and gray, separately');
    await step('Which pixel values?');
    await editor.pick('As recorded');
    await step('Which bands?');
    places.push(editor.question.placeholder);
    expect(editor.question.lines().map(line => line.split(' · ')[0])).toEqual([
      'Color and gray, separately | bundle-fs',
      'Color at full resolution | pansharpened-fs',
    ]);
    await editor.pick('Color and gray, separately');
    await step('Which pixel values?');
    expect(editor.question.lines().join()).not.toContain('BASIC16');
    await acceptUntil('Name of the order');
    await editor.enter('x');
    await run.end;
    expect(places).toEqual(['PHR 0.5 m, SPOT 1.5 m', 'PNEO 0.3 m']);
    const { kind, products } = drafted() as ProductOrderBody;
    expect(kind).toBe('order.data.product');
    expect(products.map(product => [product.id, product.productType, product.radiometricProcessing])).toEqual(
      [
        ['c', 'bundle', 'BASIC16'],
        ['s', 'bundle', 'BASIC16'],
        ['p', 'bundle-fs', 'REFLECTANCE'],
      ],
    );
  });

  it("accepts another projection, and asks again for one that products don't support", async () => {
    const { run } = await chooseOn(setUp(), [1]);
    await acceptUntil('Which projection?');
    await editor.pick('Another…');
    await step('EPSG code of the projection');
    await editor.enter('EPSG:3857');
    await eventually(() =>
      expect(editor.question.prompt).toMatch(/^"EPSG:3857" isn't available\. Available codes: 4326/),
    );
    await editor.enter('EPSG:25832');
    await eventually(() =>
      expect(editor.question.prompt).toBe(
        '"EPSG:25832" isn\'t available. EPSG:32632 is the same zone on WGS 84.',
      ),
    );
    await editor.press('Back');
    await step('Which projection?');
    await editor.pick('Another…');
    await step('EPSG code of the projection');
    await editor.enter('EPSG:32632');
    await step('Which bands?');
    await editor.press('Back');
    await step('Which projection?');
    expect(editor.question.activeItems.map(({ label }) => label)).toEqual(['WGS 84 / UTM zone 32N']);
    await acceptUntil('Name of the order');
    await editor.enter('x');
    await run.end;
    expect((drafted() as ProductOrderBody).products[0]?.crsCode).toBe('urn:ogc:def:crs:EPSG::32632');
  });
});

it('asks nothing about an area across the antimeridian, and leads to its two sides', async () => {
  const { document, start } = await setUp();
  const side = (west: number) => [
    [
      [west, -17],
      [west + 0.1, -17],
      [west + 0.1, -16.8],
      [west, -16.8],
      [west, -17],
    ],
  ];
  const geometry = { type: 'MultiPolygon', coordinates: [side(179.9), side(-180)] };
  editor.documents.replace(
    document,
    JSON.stringify({ type: 'Feature', properties: { name: 'Fiji' }, geometry }),
  );
  editor.show(document);
  user.answers = [say('Split Areas into Files…')];
  const run = await start();
  await run.end;
  expect(user.messages).toEqual([
    "Fiji crosses the antimeridian. An order's area ends there: split it, and order each side.",
  ]);
  const target = { uri: document.uri.toString(), path: ['geometry'] };
  expect(editor.ran).toContainEqual(['swath.splitAreaFiles', target]);
});

describe('an image product whose price was asked for', () => {
  it('is the usual one, and priced without a question', async () => {
    const { run } = await chooseOn(setUp({}, undefined, true), [1]);
    await run.end;
    const { kind, products } = drafted() as ProductOrderBody;
    expect(kind).toBe('order.data.product');
    expect(products).toMatchObject([{ productType: 'pansharpened', radiometricProcessing: 'REFLECTANCE' }]);
    const { uri } = editor.openedEditors.at(-1)?.document ?? {};
    expect(editor.ran.filter(([id]) => id === 'swath.priceOrder')).toEqual([
      ['swath.priceOrder', uri?.toString()],
    ]);
  });
});

describe('what prevents a product order', () => {
  it('is a missing role for any of them, shown as the reason', async () => {
    const { run } = await chooseOn(setUp({ services: { 'platform-data': false } }), [1]);
    await acceptUntil('Which consumption mode do you want to use?');
    const reason = 'you don\'t have the role "platform-data": ask your contract administrator';
    expect(editor.question.lines()).toEqual([`${byArea} | ${reason}`, `${byVolume} | ${reason}`]);
    await editor.pick(byVolume);
    expect(user.messages).toEqual([`${byVolume}: ${reason}.`]);
    expect(editor.question.title).toBe('Which consumption mode do you want to use?');
    await editor.escape();
    expect([run.isOver, run.error, drafted()]).toEqual([true, undefined, undefined]);
  });

  it.each<[string, Rights, string]>([
    [
      'one that a subscription pays for',
      { subscriptions: [active('order.data.gb.product')] },
      'order.data.gb.product',
    ],
    ['by area', { subscriptions: [active('order.data.product')] }, 'order.data.product'],
    ['by area without a subscription', { subscriptions: [] }, 'order.data.product'],
    ['by area if nothing is known', {}, 'order.data.product'],
  ])('is no question of how it is counted if there is only %s', async (_what, rights, kind) => {
    const { run } = await chooseOn(setUp(rights), [1]);
    await acceptUntil('Name of the order');
    await editor.press('Back');
    await step('Which image format?');
    await acceptUntil('Name of the order');
    await editor.enter('x');
    await run.end;
    expect((drafted() as ProductOrderBody).kind).toBe(kind);
  });

  it('asks last how it is counted, if subscriptions allow both', async () => {
    const { run } = await chooseOn(setUp(bothKinds), [1]);
    await acceptUntil('Which image format?');
    await editor.pick('GeoTIFF');
    await step('Which consumption mode do you want to use?');
    expect(editor.question.lines()).toEqual([
      'By area | counted in km², or in tiles where your subscription says so',
      'By volume | counted in processed GB; deprecated by the service',
    ]);
    await editor.pick(byVolume);
    await step('Name of the order');
    await editor.enter('x');
    await run.end;
    expect((drafted() as ProductOrderBody).kind).toBe('order.data.gb.product');
  });

  it('is an image of another constellation', async () => {
    const { service, catalog, lens, start } = await setUp();
    service.images = service.images.map(image => ({ ...image, constellation: 'S2' }));
    await start(lens(0));
    await editor.pick(labelOf(1));
    expect(editor.question.title).toBe('Images of Harbour');
    expect(user.messages.join()).toMatch(/not from S2/);
    await editor.escape();
    catalog.select(['a']);
    expect(String((await start()).error)).toMatch(/not from S2/);
  });

  it('is an image that was delivered, which the list leaves out', async () => {
    const { service, catalog, lens, start } = await setUp();
    service.images = service.images.map(image =>
      image.id === 'a' ? { ...image, links: { download: [{ href: 'https://x.test' }] } } : image,
    );
    await start(lens(0));
    expect(editor.question.lines()).toHaveLength(service.images.length - 1);
    expect(editor.question.lines().join()).not.toContain(labelOf(1));
    await editor.escape();
    catalog.select(['a']);
    expect(String((await start()).error)).toMatch(/is a delivered product/);
  });
});
