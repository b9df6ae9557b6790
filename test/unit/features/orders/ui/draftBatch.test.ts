import { mkdir, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { box, polygon } from '../../../geo/polygons.ts';
import { draftOrders } from '../../../../../src/features/orders/ui/draft/draftBatch.ts';
import type { Batch } from '../../../../../src/features/orders/ui/page/batchPage.ts';
import { eventually } from '../../../../eventually.ts';
import { editor } from '../../../../fake/editor.ts';
import { newUser, user } from '../../../../fake/user.ts';
import { apiError, pending } from '../../../fakes.ts';
import {
  airport,
  draftSetup,
  feature,
  harbour,
  image,
  knownRights,
  labelOf,
  noEstimates,
  step,
} from './draftSetup.ts';

const offers = ['order.analytics-toolbox.archive', 'order.data.product'];
const wide = polygon(box(4, 42, 10, 45));
const crossed = {
  ...feature('Crossed', 3),
  geometry: {
    type: 'Polygon',
    coordinates: [
      [
        [3, 43],
        [4, 44],
        [4, 43],
        [3, 44],
        [3, 43],
      ],
    ],
  },
};
const tiny = {
  ...feature('Tiny', 3),
  geometry: { type: 'Polygon', coordinates: [box(3, 43, 3.001, 43.001)] },
};

let folder = '';
const displayed: Batch[] = [];
/** Of the steps that were shown: `1/8`. */
const counts: string[] = [];
/** Lines of the table, the price or its estimate and the note at the end; then what was left out. */
const linesOf = (batch: Batch | undefined) => [
  ...(batch?.files ?? []).map(({ cells, estimate, note }) =>
    [...cells.map(([, text]) => text), estimate, note].filter(Boolean).join(' | '),
  ),
  ...(batch?.leftOut ?? []).map(({ name, why }) => `${name} | ${why}`),
];
const shownText = () => linesOf(displayed[0]).join('\n');

async function setUp(features: object[] = [harbour, airport, crossed]) {
  const batchPage = { show: (batch: Batch) => void displayed.push(batch) };
  const parts = await draftSetup((session, catalog, argument) =>
    draftOrders({ session, catalog, estimates: noEstimates, ...knownRights(offers), batchPage }, argument),
  );
  parts.service.images = [
    image('new', 5, { cloudCover: 15, footprint: wide }),
    image('old', 1, { cloudCover: 1, footprint: wide }),
  ];
  editor.documents.replace(parts.document, JSON.stringify({ type: 'FeatureCollection', features }));
  editor.show(parts.document);
  editor.fileAnswers.push(folder);
  return parts;
}

/** Answers each step by its title and accepts the default of the others. The notice at the end gets no answer. */
async function walk(answers: Record<string, string | string[] | undefined> = {}): Promise<void> {
  for (const title of titles) {
    if (answers[title] === 'not asked') continue;
    if (title === 'Minimum days apart?' && !(title in answers)) continue;
    await step(title);
    const { step: number = 0, totalSteps = 0 } = editor.question;
    counts.push(`${number}/${totalSteps}`);
    const answer = answers[title];
    if (title === 'Title of each order') await editor.enter(String(answer ?? editor.question.value));
    else if (Array.isArray(answer)) await editor.pick(...answer);
    else if (answer !== undefined) await editor.pick(answer);
    else if (editor.question.canSelectMany)
      await editor.pick(...editor.question.selectedItems.map(({ label }) => label));
    else await editor.pick(editor.question.activeItems[0]?.label ?? '');
  }
}

const titles = [
  'What do you want to order?',
  'Which analytic?',
  'Which areas do you want to order for?',
  'Which images for each area?',
  'Minimum days apart?',
  'How old may an image be?',
  'Maximum cloud cover?',
  'Title of each order',
  'Folder for the order files',
];

const firstNotAsked = Object.fromEntries(titles.slice(0, 3).map(title => [title, 'not asked']));
const restNotAsked = Object.fromEntries(titles.slice(3).map(title => [title, 'not asked']));
const another = { 'Folder for the order files': 'Another Folder…' };
const bodies = async () =>
  Object.fromEntries(
    await Promise.all(
      (await readdir(folder))
        .sort()
        .map(async name => [name, JSON.parse(await readFile(join(folder, name), 'utf8')) as object] as const),
    ),
  );

beforeEach(async () => {
  newUser();
  displayed.length = 0;
  counts.length = 0;
  folder = await mkdtemp(join(tmpdir(), 'swath-batch-'));
  // The notice at the end is dismissed.
  user.answers = [() => undefined];
});
afterEach(() => rm(folder, { recursive: true, force: true }));

describe('an order for each area', () => {
  it('is written to its own file, with a summary and the next step', async () => {
    const { start, service } = await setUp();
    const run = await start();
    await walk(another);
    await run.end;
    expect(run.error).toBeUndefined();
    expect(await bodies()).toEqual({
      'Airport-Cars-2025-03-05.order.json': {
        kind: 'order.analytics-toolbox.archive',
        title: 'Airport Cars 2025-03-05',
        analytic: 'cars',
        resolution: 0.5,
        imageIds: ['new'],
        aoi: airport.geometry,
      },
      'Harbour-Cars-2025-03-05.order.json': expect.objectContaining({ aoi: harbour.geometry }) as object,
    });
    expect(service.searches).toHaveLength(2);
    expect(service.searches[0]).toMatchObject({ aoi: harbour.geometry, maxCloudCover: 20 });
    expect(service.searches[0]?.acquiredFrom).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(editor.progress.map(({ title }) => title)).toContain('Searching images of areas');
    const [summary] = displayed;
    expect(summary?.title).toBe('Orders for areas');
    expect(linesOf(summary)).toEqual([
      expect.stringMatching(
        /^Harbour Cars 2025-03-05 \| Harbour, [\d,.]+.km² \| 2025-03-05, PHR 0\.5.m · 15.% cloud \| 100.%$/,
      ),
      expect.stringMatching(/^Airport Cars 2025-03-05 /),
      expect.stringMatching(/^Crossed \| .*crosses itself/),
    ]);
    expect(summary?.notes).toContain('Analytic: Cars');
    expect(counts).toEqual(Array.from({ length: 8 }, (_, index) => `${index + 1}/8`));
    const uris = ['Harbour', 'Airport'].map(name => join(folder, `${name}-Cars-2025-03-05.order.json`));
    expect(summary?.files.map(({ uri }) => uri.path)).toEqual(uris);
  });

  it('compares images that are far enough apart, and names both days and the gap', async () => {
    const { start, service } = await setUp([harbour]);
    service.images = [
      image('new', 9, { footprint: wide }),
      image('near', 7, { footprint: wide, cloudCover: 0 }),
      image('far', 1, { footprint: wide, cloudCover: 5 }),
    ];
    const run = await start();
    await walk({ ...another, 'Which analytic?': 'Change', 'Minimum days apart?': '7 days' });
    await run.end;
    expect(await bodies()).toMatchObject({
      'Harbour-Change-2025-03-01-to-2025-03-09.order.json': {
        title: 'Harbour Change 2025-03-01 to 2025-03-09',
        imageIds: ['far', 'new'],
      },
    });
    expect(shownText()).toMatch(
      /2025-03-01,\sPHR\s0\.5\sm · 5\s% cloud;\s2025-03-09,\sPHR\s0\.5\sm;\s8\sdays\sapart/,
    );
  });

  it('asks for the kind while the analytics are requested', async () => {
    const { service, start } = await setUp();
    let requests = 0;
    const list = await service.analytics();
    const answer = Promise.withResolvers<typeof list>();
    service.analytics = () => {
      requests += 1;
      return answer.promise;
    };
    await start();
    expect([editor.question.title, editor.question.step, requests]).toEqual([
      'What do you want to order?',
      1,
      1,
    ]);
    await editor.pick(editor.question.activeItems[0]?.label ?? '');
    answer.resolve(list);
    await step('Which analytic?');
    expect(requests).toBe(1);
  });

  it('is drafted for more than 20 areas only after a question with their number and size', async () => {
    const { start } = await setUp(Array<object>(21).fill(harbour));
    user.answers = [() => undefined];
    const run = await start();
    await run.end;
    expect(editor.messageTexts).toEqual(['Draft an order for each of the 21 areas of areas.geojson?']);
    expect(editor.messages[0]?.detail).toMatch(
      /^Together, they measure [\d,.]+ km²\. Nothing is priced or ordered\.$/,
    );
    expect(editor.inputs).toEqual([]);
  });

  it("shows areas that can't be ordered with the reason, and selects all others by default", async () => {
    const { start } = await setUp([harbour, crossed, tiny]);
    await start();
    await editor.pick('Image product');
    await step('Which areas do you want to order for?');
    expect(editor.question.selectedItems.map(({ label }) => label)).toEqual(['Harbour']);
    expect(editor.question.lines().slice(1).join('\n')).toMatch(
      /^can't be ordered\nCrossed \| .*crosses itself.*\nTiny \| The AOI is [\d.]+ km²; a product needs at least 0\.1 km²/,
    );
    for (const chosen of [[], ['Crossed']]) await editor.pick(...chosen);
    expect(user.messages).toEqual(Array(2).fill('Select an area that can be ordered.'));
    expect(editor.question.title).toBe('Which areas do you want to order for?');
    await editor.pick('Crossed', 'Harbour');
    await step('Which images for each area?');
  });

  it('never overwrites a file, and never reuses the name of an order', async () => {
    const name = 'Order.order.json';
    await writeFile(join(folder, name), '{}');
    const { start } = await setUp();
    const run = await start();
    await walk({ ...another, 'Title of each order': 'Order' });
    await run.end;
    expect(Object.keys(await bodies())).toEqual(['Order-2.order.json', 'Order-3.order.json', name]);
    expect(await readFile(join(folder, name), 'utf8')).toBe('{}');
  });

  it.skipIf(process.platform === 'win32')('asks again if a link makes the folder lead outside', async () => {
    const project = join(folder, 'project');
    const elsewhere = join(folder, 'elsewhere');
    await mkdir(project);
    await mkdir(elsewhere);
    await symlink(elsewhere, join(project, 'orders'));
    const { start } = await setUp();
    editor.folders = [project];
    editor.fileAnswers = [project];
    const run = await start();
    await walk({ 'Folder for the order files': 'orders/areas/' });
    await eventually(() =>
      expect(user.messages.join()).toContain(`${join(project, 'orders')} is a link that points outside`),
    );
    await step('Folder for the order files');
    await editor.pick('Another Folder…');
    await run.end;
    expect(run.error).toBeUndefined();
    expect(await readdir(elsewhere)).toEqual([]);
    expect((await readdir(project)).filter(name => name.endsWith('.order.json'))).toHaveLength(2);
  });

  it('previews the title, including properties', async () => {
    const { start } = await setUp([{ ...harbour, id: 17, properties: { name: 'Harbour', city: 'Nice' } }]);
    await start();
    await walk({ 'Title of each order': 'not asked', 'Folder for the order files': 'not asked' });
    await step('Title of each order');
    expect(editor.question.verdict).toMatch(/any property of the feature\. For example "Harbour Cars \d{4}-/);
    editor.question.type('{id} {city}');
    expect(editor.question.verdict).toMatch(/ For example "17 Nice"\.$/);
    await editor.enter('{nothing}');
    await eventually(() => expect(editor.question.verdict).toMatch(/^Enter a name\./));
  });

  it('leaves out areas with no image within the limits, and areas whose search failed', async () => {
    const { start, service } = await setUp([harbour, airport, feature('Town', 9)]);
    service.images = [image('new', 5, { footprint: polygon(box(4, 42, 6.5, 45)) })];
    let count = 0;
    service.wait = () => (++count === 3 ? Promise.reject(apiError('server', 500)) : Promise.resolve());
    const run = await start();
    await walk(another);
    await run.end;
    expect(Object.keys(await bodies())).toEqual(['Harbour-Cars-2025-03-05.order.json']);
    const text = shownText();
    expect(text).toMatch(/Airport \| No image within the limits shows it\./);
    expect(text).toMatch(/Town \| The search failed: /);
    expect(displayed[0]?.notes[0]).toBe('Orders drafted: 1. Areas left out: 2.');
  });

  it('is of the images that the map is limited to, and the question says so', async () => {
    const { start, service, catalog } = await setUp([harbour]);
    service.images = [
      image('steep', 9, { footprint: wide, incidenceAngle: 31 }),
      image('flat', 5, { footprint: wide, incidenceAngle: 8 }),
    ];
    const filters = { constellation: 'PHR', maxCloudCover: 70, acquiredFrom: '2020-01-01' } as const;
    await catalog.search({ filters });
    catalog.filterList({ limits: { maxIncidenceAngle: 20, minClear: 80 } });
    const run = await start();
    await walk(restNotAsked);
    await step('Which images for each area?');
    expect(editor.question.placeholder).toBe(
      'Within the filters of the map: PHR · incidence angle up to 20° · not applied: clear here from 80 %',
    );
    await walk({ ...another, ...firstNotAsked });
    await run.end;
    expect(service.searches.at(-1)).toMatchObject({ constellation: 'PHR', maxCloudCover: 20 });
    expect(Object.values(await bodies())).toMatchObject([{ imageIds: ['flat'] }]);
  });

  it('searches two areas at a time, and writes nothing when it is canceled', async () => {
    const features = Array.from({ length: 5 }, (_none, index) => feature(`A${index}`, 5 + index));
    const { start, service } = await setUp(features);
    const waiting = pending();
    service.wait = () => waiting.promise;
    const run = await start();
    await walk(another);
    await eventually(() => expect(service.searches).toHaveLength(2));
    editor.cancel();
    waiting.end();
    await run.end;
    expect(service.searches).toHaveLength(2);
    expect([await readdir(folder), displayed, run.error]).toEqual([[], [], undefined]);
  });

  it('uses the images selected on the map for products, each for the areas that it shows', async () => {
    const { start, service, catalog } = await setUp();
    service.images = [image('h', 5, { footprint: polygon(box(4, 42, 6.5, 45)) }), image('x', 1)];
    await catalog.search({ filters: {} });
    catalog.select(['h']);
    const before = service.searches.length;
    const run = await start();
    await editor.pick('Image product');
    await step('Which areas do you want to order for?');
    await editor.pick('Harbour', 'Airport');
    await step('Which images for each area?');
    await editor.pick('Selected on the Map');
    await step('Title of each order');
    await editor.press('Back');
    await step('Which images for each area?');
    await editor.pick('Selected on the Map');
    await step('Title of each order');
    await editor.enter('{name}');
    await step('Folder for the order files');
    await editor.pick('Another Folder…');
    await run.end;
    expect(await bodies()).toMatchObject({
      'Harbour.order.json': { kind: 'order.data.product', products: [{ id: 'h' }] },
    });
    expect(displayed[0]?.notes[1]).toBe(
      'Product: pansharpened · REFLECTANCE · GeoTIFF · WGS 84 / UTM zone 31N',
    );
    expect(Object.keys(await bodies())).toHaveLength(1);
    expect(shownText()).toMatch(/Airport \| No image within the limits shows it/);
    expect(service.searches).toHaveLength(before);
  });

  it('offers the images selected on the map only where they show one of the areas', async () => {
    const { start, service, catalog } = await setUp();
    const elsewhere = polygon(box(104, 42, 106, 45));
    service.images = [image('h', 5, { footprint: elsewhere })];
    await catalog.search({ filters: {} });
    catalog.select(['h']);
    const run = await start();
    await editor.pick('Image product');
    await step('Which areas do you want to order for?');
    await editor.pick('Harbour', 'Airport');
    await step('Which images for each area?');
    expect(editor.question.items.map(({ label }) => label)).not.toContain('Selected on the Map');
    await editor.escape();
    await run.end;
  });

  it('asks for the images of each area, with a Back button, and leaves out areas without any', async () => {
    const { start } = await setUp();
    const run = await start();
    await walk({ ...another, 'Which images for each area?': 'Ask for Each Area' });
    await step('Images of Harbour');
    expect(editor.question).toMatchObject({ step: 1, totalSteps: 2, buttons: [] });
    await editor.pick(labelOf(1), labelOf(5));
    await step('Images of Harbour');
    expect(user.messages.at(-1)).toBe('Cars: images needed: 1, selected: 2.');
    await editor.pick(labelOf(1));
    await step('Images of Airport');
    await editor.press('Back');
    await step('Images of Harbour');
    await editor.pick(labelOf(1));
    await step('Images of Airport');
    await editor.pick();
    await run.end;
    expect(Object.values(await bodies())).toMatchObject([{ imageIds: ['old'] }]);
    expect(shownText()).toMatch(/Airport \| No image was selected/);
  });

  it("reports a folder that can't be written to", async () => {
    const { start } = await setUp([harbour]);
    await mkdir(join(folder, 'x'));
    await writeFile(join(folder, 'x/file'), '');
    editor.fileAnswers = [join(folder, 'x/file')];
    const run = await start();
    await walk(another);
    await run.end;
    expect(shownText()).toMatch(/Harbour \| \S/);
  });
});
