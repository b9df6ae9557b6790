import { signal } from '@preact/signals-core';
import type { Position } from 'geojson';
import { expect } from 'vitest';
import { box, polygon } from '../../../geo/polygons.ts';
import type { Services } from '../../../../../src/service/rules/account.ts';
import type { Image } from '../../../../../src/service/rules/imagery.ts';
import type { SearchCriteria } from '../../../../../src/service/rules/searchCriteria.ts';
import type { Reading } from '../../../../../src/platform/host/reading.ts';
import type { SessionOwner } from '../../../../../src/session/session.ts';
import { type Catalog, createCatalog } from '../../../../../src/features/images/imageCatalog.ts';
import type { Estimates } from '../../../../../src/features/orders/estimates.ts';
import { bareSubscription } from '../../account/rules/subscriptions.ts';
import { eventually } from '../../../../eventually.ts';
import { editor } from '../../../../fake/editor.ts';
import { clockAt, fakeClient, signedInSession } from '../../../fakes.ts';
import { bareImage } from '../../../fixtures.ts';

export const analytics = [
  { code: 'cars', name: 'Cars', type: 'objects', sensor: ['PHR'], description: 'Counts cars.' },
  { code: 'change', name: 'Change', type: 'changes', sensor: [], description: undefined },
];

export const harbour = feature('Harbour', 5);
export const airport = feature('Airport', 7);

export function feature(name: string, west: number) {
  const ring: Position[] = [
    [west, 43],
    [west + 1, 43],
    [west + 1, 44],
    [west, 43],
  ];
  return {
    type: 'Feature',
    properties: { name },
    geometry: { type: 'Polygon', coordinates: [ring] },
  };
}

export function image(id: string, day: number, rest: Partial<Image> = {}): Image {
  const facts = { constellation: 'PHR', resolution: 0.5, processingLevel: 'SENSOR' };
  return bareImage({ id, acquisitionDate: `2025-03-0${day}T10:00:00Z`, ...facts, ...rest });
}

/** In the order in which the service returns them. */
const found = [
  image('b', 2, { cloudCover: 12.4, incidenceAngle: 14.25, processingLevel: 'ALBUM' }),
  // Covers a quarter of the airport.
  image('c', 3, { footprint: polygon(box(7, 43, 7.5, 44)) }),
  image('a', 1),
  image('s', 4, { constellation: 'SPOT', resolution: 1.5 }),
  image('p', 5, { constellation: 'PNEO', resolution: 0.3 }),
];

/** No price is known. */
export const noEstimates: Estimates = { current: signal(undefined), need: () => Promise.resolve() };

export const reportKinds: readonly string[] = ['order.analytics-toolbox.archive'];

/** What the user may order: one subscription with these offers, and these roles. */
export function knownRights(offers = reportKinds, services: Services = {}) {
  const held = [bareSubscription({ status: 'active', offers: [...offers] })];
  return { subscriptions: ready(held), contracts: { services: ready(services) } };
}

function ready<T>(value: T) {
  const current = signal<Reading<T>>({ kind: 'ready', value, at: 0 });
  return { current, refresh: () => Promise.resolve(), need: () => {} };
}

type Draft = (session: SessionOwner, catalog: Catalog, argument?: unknown) => Promise<unknown>;

/** A service with images of two areas that are open as a document, and the command. */
export async function draftSetup(draftAnalyticOrder: Draft) {
  const service = {
    images: found,
    /** Reported instead of the real number of images. */
    total: undefined as number | undefined,
    pageSize: 50,
    analytics: () => Promise.resolve(analytics),
    searches: [] as SearchCriteria[],
    wait: (() => Promise.resolve()) as (abort?: AbortSignal) => Promise<unknown>,
  };
  const client = fakeClient({
    analytics: () => service.analytics(),
    search: async (criteria, page, size, abort) => {
      service.searches.push(criteria);
      await service.wait(abort);
      const images = service.images.slice((page - 1) * size, page * size);
      return { images, total: service.total ?? service.images.length, received: images.length };
    },
  });
  const session = await signedInSession(client);
  const memory = { read: () => undefined, write: () => {} };
  const catalog = createCatalog(session, memory, () => service.pageSize, clockAt());
  editor.folders = ['/nowhere/project'];
  const document = editor.open(
    'untitled:/nowhere/areas.geojson',
    JSON.stringify({ type: 'FeatureCollection', features: [harbour, airport] }),
  );
  const lens = (index: number) => ({
    uri: document.uri.toString(),
    path: ['features', index, 'geometry'],
  });
  /** Runs the command. Resolves when it asks something or ends. */
  const start = async (argument?: unknown) => {
    const run = { isOver: false, error: undefined as unknown, end: Promise.resolve() };
    run.end = draftAnalyticOrder(session, catalog, argument)
      .then(() => undefined)
      .catch((error: unknown) => void (run.error = error))
      .finally(() => void (run.isOver = true));
    await untilAsked(run);
    return run;
  };
  const untilAsked = (run: { isOver: boolean }) =>
    eventually(() => expect(run.isOver || editor.input !== undefined).toBe(true), {
      interval: 1,
    });
  return { service, session, catalog, document, lens, start, untilAsked };
}

/** Waits for the step with this title, after the previous one. */
export async function step(title: string): Promise<void> {
  await eventually(() => expect(editor.question.title).toBe(title), { interval: 1 });
}

export function drafted(): unknown {
  const text = editor.openedEditors.at(-1)?.document.getText();
  return text === undefined ? undefined : JSON.parse(text);
}

/** Label of the image of that day. */
export const labelOf = (day: number) => `2025-03-0${day} 10:00:00 UTC`;
