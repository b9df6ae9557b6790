import { UserError } from '../editor/userError.ts';
import type { Account } from '../account/account.ts';
import type { Catalog } from '../images/catalog.ts';
import type { OrderFacts } from '../orders/orderFacts.ts';
import type { Prices } from '../orders/prices.ts';
import { signedInOf, type SessionOwner, type SignedIn } from '../account/session.ts';
import * as l10n from '@vscode/l10n';
import type { Image } from '../model/images/imagery.ts';
import { onNextSession } from '../account/reader.ts';

/** All that the tools are given. Nothing that places, revokes or knows a key is among it. */
export interface ToolDesk {
  /** Throws {@link UserError} while nobody is signed in: tools open no dialogs. */
  client(): Promise<ReadingClient>;
  catalog: Pick<Catalog, 'current' | 'search'>;
  prices: Pick<Prices, 'ask'>;
  account: Pick<Account, 'current' | 'readSince'>;
  facts: Pick<OrderFacts, 'context'>;
  found: FoundImages;
}

/** The client of the session in use, for tools. */
export async function readingClient(session: SessionOwner): Promise<ReadingClient> {
  const signedIn = signedInOf(session.current.peek());
  if (signedIn) return signedIn.client();
  throw new UserError(
    l10n.t(
      'Not signed in to Swath. The user can run "Swath: Sign In…" or "Swath: Use the Sandbox" from the command palette.',
    ),
  );
}

/** Images that a model can name by their ids. */
export interface FoundImages {
  remember(images: readonly Image[]): void;
  /** In the order of the ids. Throws {@link UserError} with those that are not found. */
  byIds(ids: readonly string[], client: ReadingClient, signal?: AbortSignal): Promise<Image[]>;
}

/** Images that are remembered; the latest stay. */
const mostRemembered = 1000;

/**
 * What was found for a model is known by id from then on, because not every service takes ids as a criterion.
 *
 * @param known images that are known anyway
 */
export function createFoundImages(
  session: SessionOwner,
  known: (id: string) => Image | undefined,
): FoundImages {
  const remembered = new Map<string, Image>();
  onNextSession(session, () => remembered.clear());

  function remember(images: readonly Image[]) {
    for (const image of images) {
      remembered.delete(image.id);
      remembered.set(image.id, image);
    }
    const tooMany = [...remembered.keys()].slice(0, Math.max(0, remembered.size - mostRemembered));
    for (const id of tooMany) remembered.delete(id);
  }

  return {
    remember,
    async byIds(ids, client, signal) {
      const wanted = [...new Set(ids)];
      const found = new Map<string, Image>();
      const take = (image: Image | undefined) =>
        image && wanted.includes(image.id) && found.set(image.id, image);
      for (const id of wanted) take(remembered.get(id) ?? known(id));
      // A comma stands between ids.
      const missing = wanted.filter(id => !found.has(id) && !id.includes(','));
      if (missing.length > 0) {
        const { images } = await client.search({ ids: missing }, 1, missing.length, signal);
        images.forEach(take);
      }
      const unknown = wanted.filter(id => !found.has(id));
      if (unknown.length > 0) {
        throw new UserError(
          l10n.t('The catalog lists no image {0}. Search images first.', unknown.join(', ')),
        );
      }
      const all = wanted.flatMap(id => found.get(id) ?? []);
      remember(all);
      return all;
    },
  };
}

/** The calls of the service that a model can cause: they read, and change nothing. */
export type ReadingClient = Pick<Awaited<ReturnType<SignedIn['client']>>, 'search' | 'analytics'>;
