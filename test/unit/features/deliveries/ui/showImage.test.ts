import { existsSync, readdirSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import * as vscode from 'vscode';
import { describeError } from '../../../../../src/platform/host/presentError.ts';
import {
  createProductImages,
  type RememberedProduct,
} from '../../../../../src/features/deliveries/productImages.ts';
import { openAgain, showImage } from '../../../../../src/features/deliveries/ui/showImage.ts';
import { productAnswers } from '../../../../../src/features/map/handlers/productHandlers.ts';
import { read, user } from '../../../../fake/user.ts';
import { bareDelivery, bareOrder } from '../../../fixtures.ts';
import { deliverySetup, newFolder, ran } from './deliverySetup.ts';
import { type MadeEntry, madeZip } from './madeZip.ts';

let folder: string;
beforeEach(async () => (folder = await newFolder()));

const product = bareOrder({
  id: 'o1',
  kind: 'order.data.product',
  status: 'delivered',
  deliveries: [bareDelivery({ download: 'o10' })],
});

async function setUp(served: Record<string, Uint8Array> = {}) {
  const { parts } = await deliverySetup([product], served);
  let kept: RememberedProduct | undefined;
  const memory = {
    read: () => kept,
    write: (next: RememberedProduct | undefined) => Promise.resolve(void (kept = next)),
  };
  const products = createProductImages(memory, openAgain);
  const show = (argument: unknown) => showImage(parts, products, argument);
  const text = async (from: number, length: number) => {
    const id = products.current.peek()?.id ?? '';
    const bytes = await productAnswers(products).productBytes({ id, from, length });
    return bytes && Buffer.from(bytes).toString();
  };
  return { products, show, text, memory };
}

/** The URI of an archive of these files. */
async function zipped(...entries: MadeEntry[]): Promise<vscode.Uri> {
  const path = join(folder, 'o1-bundle-0123abcd.zip');
  await writeFile(path, madeZip(entries));
  return vscode.Uri.file(path);
}

const unpacked = () => readdirSync(tmpdir()).filter(name => name.startsWith('swath-image-'));
const shownTitle = ({ products }: Awaited<ReturnType<typeof setUp>>) => products.current.peek()?.title;

describe('Show Image', () => {
  it('reads a stored image in its archive, and nothing beside it', async () => {
    const setup = await setUp();
    await setup.show(
      await zipped({ name: 'IMG/a.txt', text: 'notes' }, { name: 'IMG/image.tif', text: 'II*pixels' }),
    );
    expect(setup.products.current.peek()).toMatchObject({ title: 'image.tif', size: 9 });
    expect(await setup.text(3, 6)).toBe('pixels');
    await expect(setup.text(3, 7)).rejects.toThrow('3 + 7 > 9');
    expect(ran()).toEqual([['swath.openMap', { show: 'product' }]]);
    const ofOther = { id: 'x', from: 0, length: 1 };
    expect(await productAnswers(setup.products).productBytes(ofOther)).toBeUndefined();
    setup.products.dispose();
  });

  it('unpacks a deflated image once, to a file that ends with it', async () => {
    const setup = await setUp();
    const before = unpacked();
    await setup.show(await zipped({ name: 'image.tif', text: 'pixels '.repeat(100), packed: true }));
    expect(await setup.text(7, 6)).toBe('pixels');
    const [made = '', ...others] = unpacked().filter(name => !before.includes(name));
    expect(others).toEqual([]);
    setup.products.clear();
    await expect.poll(() => existsSync(join(tmpdir(), made))).toBe(false);
    expect(setup.memory.read()).toBeUndefined();
  });

  it('asks which of several images, the largest first', async () => {
    const setup = await setUp();
    const files = [
      { name: 'small.tif', text: 'a' },
      { name: 'large.TIFF', text: 'abc' },
    ];
    user.answers = [read(/^Which image\?/, 'small.tif')];
    await setup.show(await zipped(...files));
    expect(user.prompts[0]?.choices).toEqual(['large.TIFF', 'small.tif']);
    expect(shownTitle(setup)).toBe('small.tif');
    setup.products.dispose();
  });

  it('leaves out what macOS writes beside an image', async () => {
    const setup = await setUp();
    const files = [
      { name: '__MACOSX/._image.tif', text: 'longer than pixels' },
      { name: '._image.tif', text: 'longer than pixels' },
      { name: 'image.tif', text: 'pixels' },
    ];
    await setup.show(await zipped(...files));
    expect(shownTitle(setup)).toBe('image.tif');
    await mkdir(join(folder, 'o1'));
    for (const { name, text } of files.slice(1)) await writeFile(join(folder, 'o1', name), text);
    await setup.show(vscode.Uri.file(join(folder, 'o1')));
    expect(shownTitle(setup)).toBe('image.tif');
    setup.products.dispose();
  });

  it('opens an unzipped folder, and a file alone', async () => {
    const setup = await setUp();
    await mkdir(join(folder, 'o1/IMG'), { recursive: true });
    const path = join(folder, 'o1/IMG/image.tif');
    await writeFile(path, 'pixels');
    for (const target of [join(folder, 'o1'), path]) {
      await setup.show(vscode.Uri.file(target));
      expect(await setup.text(0, 6)).toBe('pixels');
    }
    setup.products.dispose();
  });

  it('downloads the delivery of a row first', async () => {
    const setup = await setUp({ o10: madeZip([{ name: 'image.tif', text: 'pixels' }]) });
    await setup.show('o1');
    expect(await setup.text(0, 6)).toBe('pixels');
    setup.products.dispose();
  });

  it('shows the image again in the next window, if it was painted and the file still exists', async () => {
    const setup = await setUp();
    const { fsPath } = await zipped({ name: 'image.tif', text: 'pixels' });
    const painted = () => setup.products.remember(setup.products.current.peek()?.id ?? '');
    await setup.show(vscode.Uri.file(fsPath));
    painted();
    setup.products.dispose();
    await setup.products.resume();
    expect(await setup.text(0, 6)).toBe('pixels');
    setup.products.dispose();
    // The page died before it was painted again.
    await setup.products.resume();
    expect(shownTitle(setup)).toBeUndefined();
    await setup.show(vscode.Uri.file(fsPath));
    painted();
    setup.products.dispose();
    await rename(fsPath, join(dirname(fsPath), `other-${basename(fsPath)}`));
    await setup.products.resume();
    expect(shownTitle(setup)).toBeUndefined();
  });
});

const vertices = [
  [5, 43.5],
  [5.5, 43.4],
  [5.4, 43],
  [4.9, 43.1],
];
const dimap = `<Dataset_Extent>${vertices.map(([x, y]) => `<Vertex><LON>${x}</LON><LAT>${y}</LAT></Vertex>`).join('')}</Dataset_Extent>`;
const dated = (...days: string[]) =>
  days.map(day => `<Strip_Source><IMAGING_DATE>${day}</IMAGING_DATE></Strip_Source>`).join('');
const worldFile = '0.01\n0\n0\n-0.02\n5.005\n43.49';

describe('a JPEG 2000 image in a ZIP file', () => {
  const inUtm = '<PROJECTED_CRS_CODE>urn:ogc:def:crs:EPSG::32631</PROJECTED_CRS_CODE>';

  it.each<[name: string, files: MadeEntry[], place: object | undefined]>([
    ['nothing beside it', [], undefined],
    [
      'a world file in degrees',
      [{ name: 'p/a.j2w', text: worldFile, packed: true }],
      { transform: [0.01, 0, 5, 0, -0.02, 43.5] },
    ],
    [
      'a world file in the projection of the product',
      [
        { name: 'p/a.j2w', text: '10\n0\n0\n-10\n691005\n4795995' },
        { name: 'DIM_a.XML', text: inUtm },
      ],
      { transform: [10, 0, 691_000, 0, -10, 4_796_000], code: 32631 },
    ],
  ])('is shown where it lies, with %s', async (_name, files, place) => {
    const setup = await setUp();
    await setup.show(await zipped({ name: 'p/a.jp2', text: 'pixels', packed: true }, ...files));
    expect(shownTitle(setup)).toBe('a.jp2');
    expect(await setup.text(0, 6)).toBe('pixels');
    const actual = setup.products.current.peek()?.place;
    if (place) expect(actual).toEqual({ ...place, transform: expect.anything() as unknown });
    else expect(actual).toBeUndefined();
    const { transform = [] } = (place ?? {}) as { transform?: number[] };
    transform.forEach((value, at) => expect(actual?.transform[at]).toBeCloseTo(value, 9));
    setup.products.dispose();
  });
});

it.each<[name: string, files: MadeEntry[], days: string[]]>([
  [
    'that were put together',
    [{ name: 'p/DIM_a.XML', text: dated('2026-11-20', '2026-11-18', '2026-11-20') }],
    ['2026-11-18', '2026-11-20'],
  ],
  ['none, beside one of another image', [{ name: 'q/DIM_b.XML', text: dated('2026-11-20') }], []],
])('the days of an image are those of its DIMAP metadata: of images %s', async (_name, files, days) => {
  const setup = await setUp();
  await setup.show(await zipped({ name: 'p/a.tif', text: 'pixels' }, ...files));
  expect(setup.products.current.peek()?.days).toEqual(days);
  setup.products.dispose();
});

describe('a product without a GeoTIFF', () => {
  it.each<[name: string, files: MadeEntry[], transform: number[], notice: string]>([
    [
      'another format with a world file beside its preview',
      [{ name: 'a.NTF' }, { name: 'p/a.jpg', text: 'x' }, { name: 'p/a.jgw', text: worldFile, packed: true }],
      [0.01, 0, 5, 0, -0.02, 43.5],
      'o1-bundle-0123abcd.zip contains no GeoTIFF or JPEG 2000 image: the map shows its preview.',
    ],
    [
      'DIMAP metadata',
      [
        { name: 'PREVIEW_1.JPG', text: 'x' },
        { name: 'a/DIM_1.XML', text: dimap },
      ],
      [0.5, -0.1, 5, -0.1, -0.4, 43.5],
      'o1-bundle-0123abcd.zip contains no GeoTIFF or JPEG 2000 image: the map shows its preview.',
    ],
  ])('with %s shows its preview, and says so', async (_name, files, transform, notice) => {
    const setup = await setUp();
    await setup.show(await zipped(...files));
    const place = setup.products.current.peek()?.place;
    place?.transform.forEach((value, at) => expect(value).toBeCloseTo(transform[at] ?? NaN, 9));
    expect(place).toBeDefined();
    expect(user.messages).toEqual([notice]);
    setup.products.dispose();
  });

  it.each<[name: string, files: MadeEntry[], text: string]>([
    ['no picture', [{ name: 'a.ntf' }], 'no GeoTIFF or JPEG 2000 image and no georeferenced preview'],
    ['a picture that lies nowhere', [{ name: 'a.jpg', text: 'x' }], 'no georeferenced preview'],
    [
      'a world file in meters',
      [
        { name: 'a.jpg', text: 'x' },
        { name: 'a.jgw', text: '10\n0\n0\n-10\n691000\n4796000' },
      ],
      'no georeferenced preview',
    ],
    [
      'an encrypted image',
      [{ name: 'a.tif', text: 'x', flags: 1, size: 1, packed: true }],
      '"a.tif" is encrypted',
    ],
    ['a damaged image', [{ name: 'a.tif', text: 'x', packed: true, crc: 1 }], '"a.tif" is damaged'],
    ['a stored image with another checksum', [{ name: 'a.tif', text: 'x', crc: 1 }], '"a.tif" is damaged'],
  ])('that has %s is refused', async (_name, files, text) => {
    const setup = await setUp();
    const before = unpacked();
    const error: unknown = await setup.show(await zipped(...files)).catch((fault: unknown) => fault);
    expect(describeError(error)).toContain(text);
    expect(shownTitle(setup)).toBeUndefined();
    expect(unpacked()).toEqual(before);
  });

  it('that is gone is reported', async () => {
    const setup = await setUp();
    const uri = await zipped({ name: 'image.tif' });
    await rm(uri.fsPath);
    const error: unknown = await setup.show(uri).catch((fault: unknown) => fault);
    expect(describeError(error)).toContain("Can't open o1-bundle-0123abcd.zip");
  });
});
