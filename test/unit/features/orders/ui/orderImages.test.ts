import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Polygon } from 'geojson';
import { beforeEach, describe, expect, it } from 'vitest';
import { draftAnalyticOrder } from '../../../../../src/features/orders/ui/draft/draftOrder.ts';
import { chosenText, imageItems } from '../../../../../src/features/orders/ui/draft/orderImages.ts';
import { editor } from '../../../../fake/editor.ts';
import { newUser, say, user } from '../../../../fake/user.ts';
import { apiError } from '../../../fakes.ts';
import { bareImage } from '../../../fixtures.ts';
import { tempFolder } from '../../../tempFolder.ts';
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

const setUp = () =>
  draftSetup((session, catalog, argument) =>
    draftAnalyticOrder({ session, catalog, estimates: noEstimates, ...knownRights() }, argument),
  );

beforeEach(newUser);

describe('the search for an order', () => {
  it('can be canceled', async () => {
    const { service, catalog, lens, start } = await setUp();
    service.wait = abort =>
      new Promise((_none, reject) => {
        abort?.addEventListener('abort', () => reject(apiError('aborted')));
        editor.cancel();
      });
    const run = await start(lens(0));
    expect(run).toMatchObject({ isOver: true, error: undefined });
    expect(catalog.current.peek().phase).toEqual({ kind: 'idle' });
    expect([editor.input !== undefined, user.prompts]).toEqual([false, []]);
  });

  it('is sent again if the shape of the area has changed', async () => {
    const { service, catalog, document, lens, start } = await setUp();
    await start(lens(0));
    await editor.escape();
    const { aoi } = catalog.current.peek();
    const { geometry } = feature('Harbour', 6);
    if (!aoi) throw new Error('No area is in hand.');
    editor.documents.replace(document, JSON.stringify({ features: [feature('Harbour', 6)] }));
    catalog.follow({ ...aoi, polygon: { type: 'Polygon', coordinates: geometry.coordinates } });
    await start(lens(0));
    expect(service.searches.map(({ aoi }) => aoi)).toEqual([harbour.geometry, geometry]);
  });
});

describe('the images for an order', () => {
  it('are those that the filters of the list leave, and the question names the filters', async () => {
    const { service, catalog, lens, start } = await setUp();
    service.images = [
      image('a', 1, { incidenceAngle: 12 }),
      image('b', 2, { incidenceAngle: 31 }),
      image('c', 3),
      image('d', 4, { incidenceAngle: 8 }),
    ];
    catalog.filterList({ limits: { maxIncidenceAngle: 20 } });
    await start(lens(0));
    expect(editor.question.placeholder).toBe(
      'Select one or two images. · 2 images · hidden: 2 (incidence angle up to 20°)',
    );
    expect(editor.question.items.map(({ label }) => label)).toEqual([labelOf(4), labelOf(1)]);
    // It follows the map.
    catalog.filterList({ limits: { maxIncidenceAngle: 20, minClear: 90 } });
    catalog.estimates.value = {
      area: harbour.geometry as Polygon,
      clear: new Map([['d', { share: 0.5 }]]),
    };
    expect(editor.question.items.map(({ label }) => label)).toEqual([labelOf(1)]);
    catalog.filterList({ limits: {} });
    expect(editor.question.items).toHaveLength(4);
  });
});

describe('drafting an order from the palette', () => {
  it('uses the active area without searching it again', async () => {
    const { service, lens, start, document } = await setUp();
    await start(lens(0));
    await editor.escape();
    editor.show(document);
    await start();
    expect(editor.question.title).toBe('Images of Harbour');
    expect(service.searches).toHaveLength(1);
  });

  it('uses the area in the text if there is no active one', async () => {
    const { document, start } = await setUp();
    editor.documents.replace(document, JSON.stringify(airport));
    editor.show(document);
    await start();
    expect(editor.question.title).toBe('Images of Airport');
  });

  it('puts what differs first among levels of one acquisition', () => {
    const facts = { constellation: 'PHR', acquisitionDate: '2025-03-01T10:00:00Z' };
    const levels = ['ALBUM', 'SENSOR'].map(level =>
      bareImage({ ...facts, id: level, processingLevel: level }),
    );
    const listed = imageItems(levels, () => 1).map(({ description }) => description);
    expect(listed).toEqual([
      expect.stringMatching(/^SENSOR · covers 100/),
      expect.stringMatching(/^ALBUM: may never be delivered · covers 100/),
    ]);
    expect(imageItems(levels.slice(1), () => 1)[0]?.description).toMatch(/^covers 100/);
  });

  it('lists stereo images last too, says first that they are never delivered, and counts them', () => {
    const images = [
      bareImage({ id: 'a', acquisitionDate: '2025-03-01T10:00:00Z', productType: 'mono' }),
      bareImage({ id: 'b', acquisitionDate: '2025-03-02T10:00:00Z', productType: 'stereo' }),
    ];
    const items = imageItems(images, () => 1);
    expect(items.map(({ image }) => image.id)).toEqual(['a', 'b']);
    expect(items[1]?.description).toBe('stereo: never delivered · covers 100 %');
    expect([chosenText(images.slice(1)), chosenText(images), chosenText(images.slice(0, 1))]).toEqual([
      'stereo: never delivered',
      '2 images · 1 × stereo: never delivered',
      '1 image',
    ]);
  });

  it('lists images that may never be delivered last, however new they are, and names those of the order before', () => {
    const images = [1, 2, 3].map(day =>
      bareImage({
        id: `${day}`,
        acquisitionDate: `2025-03-0${day}T10:00:00Z`,
        processingLevel: day === 3 ? 'ALBUM' : 'SENSOR',
      }),
    );
    const items = imageItems(images, () => 1, ['1']);
    expect(items.map(({ image }) => image.id)).toEqual(['2', '1', '3']);
    expect(items[1]?.description).toMatch(/^as ordered before · covers 100/);
  });

  it('asks for the area if there is none, with a way back to it', async () => {
    const { start } = await setUp();
    editor.show(editor.open('/nowhere/package.json', '{}'));
    const folder = await tempFolder();
    editor.folders = [folder];
    await writeFile(join(folder, 'town-0123abcd.geojson'), '');
    await start();
    expect(editor.question).toMatchObject({ title: 'Which area?', buttons: [] });
    expect(editor.question.lines()).toEqual(['areas.geojson | not saved', '', 'Import…', 'New Area…']);
    user.answers = [say('Airport')];
    await editor.pick('areas.geojson');
    await step('Images of Airport');
    await editor.press('Back');
    await step('Which area?');
  });
});
