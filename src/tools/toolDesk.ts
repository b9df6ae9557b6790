import * as vscode from 'vscode';
import { UserError } from '../platform/presentError.ts';
import type { Account } from '../state/account.ts';
import type { Catalog } from '../state/catalog.ts';
import type { OrderFacts } from '../state/orderFacts.ts';
import type { Prices } from '../state/prices.ts';
import { signedInOf, type SessionOwner, type SignedIn } from '../state/session.ts';
import type { FoundImages } from './foundImages.ts';

/** The calls of the service that a model can cause: they read, and change nothing. */
export type ReadingClient = Pick<Awaited<ReturnType<SignedIn['client']>>, 'search' | 'analytics'>;

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
  const under = signedInOf(session.current.peek());
  if (under) return under.client();
  throw new UserError(
    vscode.l10n.t(
      'Nobody is signed in to Swath. The user can run "Swath: Sign In…" or "Swath: Use the Sandbox" from the command palette.',
    ),
  );
}
