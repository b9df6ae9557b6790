import { join } from 'node:path';
import { signal } from '@preact/signals-core';
import { box, polygon } from '../../../geo/polygons.ts';
import type { Image } from '../../../../../src/service/rules/imagery.ts';
import type { SearchCriteria } from '../../../../../src/service/rules/searchCriteria.ts';
import { createServiceClock } from '../../../../../src/session/serviceClock.ts';
import { createCatalog } from '../../../../../src/features/images/imageCatalog.ts';
import type { Seen, SeenMemory } from '../../../../../src/features/images/seenImages.ts';
import { editor } from '../../../../fake/editor.ts';
import { fakeClient, signedInSession } from '../../../fakes.ts';
import { bareImage } from '../../../fixtures.ts';

export const port = polygon(box(5, 43, 6, 44));

/** Acquired on that day of March; covers the western part of the port. */
export function portImage(id: string, day: number, share = 1, rest: Partial<Image> = {}): Image {
  return bareImage({
    id,
    acquisitionDate: `2026-03-${String(day).padStart(2, '0')}T10:00:00Z`,
    constellation: 'PHR',
    processingLevel: 'SENSOR',
    footprint: polygon(box(5, 43, 5 + share, 44)),
    ...rest,
  });
}

export function memoryOfSeen(): SeenMemory & { kept: Map<string, Seen> } {
  const kept = new Map<string, Seen>();
  return {
    kept,
    read: key => Promise.resolve(kept.get(key)),
    write: (key, seen) => Promise.resolve(void kept.set(key, seen)),
  };
}

/** A service with two images per page, a catalog for it, and a saved search that is open. */
export async function searchSetup(
  search: object = { maxCloudCover: 20, aoi: port },
  project = '/nowhere/project',
) {
  const service = {
    images: [portImage('a', 1), portImage('b', 2), portImage('c', 3)],
    searches: [] as SearchCriteria[],
    /** Runs before each image of a long search. */
    wait: (() => Promise.resolve()) as (id: string, abort?: AbortSignal) => Promise<unknown>,
    waitForPage: (() => Promise.resolve()) as (abort?: AbortSignal) => Promise<unknown>,
  };
  const client = fakeClient({
    async search(criteria, page, size, abort) {
      service.searches.push(criteria);
      await service.waitForPage(abort);
      const images = service.images.slice((page - 1) * size, page * size);
      return { images, total: service.images.length, received: images.length };
    },
    async *searchAll(_criteria, { signal, onProgress } = {}) {
      for (const [index, image] of service.images.entries()) {
        await service.wait(image.id, signal);
        yield image;
        onProgress?.({ images: index + 1, unreadable: 0, covered: (index + 1) / service.images.length });
      }
    },
    analytics: () =>
      Promise.resolve([
        { code: 'cars', name: 'Cars', type: 'objects', sensor: ['PHR'], description: undefined },
        { code: 'change', name: 'Change', type: 'changes', sensor: ['PHR'], description: 'Tells.' },
      ]),
  });
  const session = await signedInSession(client);
  const aheadMs = signal(0);
  const clock = createServiceClock(aheadMs);
  const catalog = createCatalog(session, { read: () => undefined, write: () => {} }, () => 2, clock);
  const document = editor.open(join(project, 'port.search.json'), JSON.stringify(search));
  editor.folders = [project];
  const uri = document.uri.toString();
  return { service, aheadMs, session, catalog, document, uri, seen: memoryOfSeen() };
}
