import type { Image } from '../../service/rules/imagery.ts';
import type { SearchCriteria } from '../../service/rules/searchCriteria.ts';
import { searchLimits } from '../../service/rules/searchQuery.ts';
import type { SearchPageOf } from '../../service/wire/catalog.ts';
import { wasRefused } from '../../service/wire/errors.ts';

/**
 * An image by its id, with criteria that it matches as far as they are known. The specification has no ids as a
 * criterion: a service that doesn't either is searched by the others.
 */
export interface ImageToFind {
  id: string;
  near?: SearchCriteria | undefined;
}

/** Clients whose service refused ids, and listed by other criteria what they name. */
const withoutIds = new WeakSet<object>();

/**
 * The images that the service lists, in no order: by one request where it takes ids.
 *
 * @throws ApiError
 */
export async function findImages(
  client: { search: SearchPageOf },
  named: readonly ImageToFind[],
  signal?: AbortSignal,
): Promise<Image[]> {
  // Commas separate ids.
  const ids = named.map(({ id }) => id).filter(id => !id.includes(','));
  if (ids.length === 0) return [];
  const places = new Map(named.flatMap(({ near }) => (near ? [[JSON.stringify(near), near]] : [])));
  if (places.size === 0 || !withoutIds.has(client)) {
    try {
      const { images } = await client.search({ ids }, 1, ids.length, signal);
      // A service that doesn't support this criterion may return other images.
      return images.filter(({ id }) => ids.includes(id));
    } catch (error) {
      if (!wasRefused(error) || places.size === 0) throw error;
    }
  }
  const found = new Map<string, Image>();
  const { maximumPageSize, reachable } = searchLimits;
  for (const [place, near] of places) {
    const here = named.filter(image => JSON.stringify(image.near) === place);
    for (let page = 1; (page - 1) * maximumPageSize < reachable; page++) {
      if (here.every(({ id }) => found.has(id))) break;
      const { images, received } = await client.search(near, page, maximumPageSize, signal);
      for (const image of images) if (ids.includes(image.id)) found.set(image.id, image);
      if (received === 0) break;
    }
  }
  if (found.size > 0) withoutIds.add(client);
  return [...found.values()];
}
