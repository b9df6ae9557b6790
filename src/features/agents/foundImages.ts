import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import type { Image } from '../../service/rules/imagery.ts';
import { UserError } from '../../platform/host/userError.ts';
import { onNextSession } from '../../session/reader.ts';
import type { SessionOwner, SignedIn } from '../../session/session.ts';
import { findImages } from '../images/index.ts';

/** How many images are remembered; the latest stay. */
const maxRemembered = 1000;

export type FoundImages = ReturnType<typeof createFoundImages>;

/**
 * Images found for a model are available by ID from then on, because not every service supports IDs as a criterion.
 *
 * @param known images that are known anyway
 */
export function createFoundImages(session: SessionOwner, known: (id: string) => Image | undefined) {
  const remembered = new Map<string, Image>();
  onNextSession(session, () => remembered.clear());

  function remember(images: readonly Image[]) {
    for (const image of images) {
      remembered.delete(image.id);
      remembered.set(image.id, image);
    }
    const tooMany = [...remembered.keys()].slice(0, Math.max(0, remembered.size - maxRemembered));
    for (const id of tooMany) remembered.delete(id);
  }

  return {
    remember,
    /**
     * In the order of the IDs. Throws {@link UserError} with those that aren't found.
     *
     * @param area that the images are for
     */
    async byIds(
      ids: readonly string[],
      client: ReadingClient,
      area: Polygon,
      signal?: AbortSignal,
    ): Promise<Image[]> {
      const requested = [...new Set(ids)];
      const found = new Map<string, Image>();
      const take = (image: Image | undefined) =>
        image && requested.includes(image.id) && found.set(image.id, image);
      for (const id of requested) take(remembered.get(id) ?? known(id));
      const near = { aoi: area };
      const missing = requested.filter(id => !found.has(id)).map(id => ({ id, near }));
      (await findImages(client, missing, signal)).forEach(take);
      const unknown = requested.filter(id => !found.has(id));
      if (unknown.length > 0) {
        throw new UserError(
          l10n.t('The catalog lists no image {0}. Search images first.', unknown.join(', ')),
        );
      }
      const all = requested.flatMap(id => found.get(id) ?? []);
      remember(all);
      return all;
    },
  };
}

/** The service calls that a model can cause: they read, and change nothing. */
export type ReadingClient = Pick<Awaited<ReturnType<SignedIn['client']>>, 'search' | 'analytics'>;
