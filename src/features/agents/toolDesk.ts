import * as l10n from '@vscode/l10n';
import { isoTime } from '../../service/rules/acquisitionInterval.ts';
import type { Image } from '../../service/rules/imagery.ts';
import type { Order } from '../../service/rules/order.ts';
import { UserError } from '../../platform/host/userError.ts';
import type { Account } from '../../session/account.ts';
import { asSignedIn, type SessionOwner } from '../../session/session.ts';
import type { Subscriptions } from '../../session/subscriptions.ts';
import type { Catalog, Picture, Shortlist } from '../images/index.ts';
import type { ReportFacts, ReportFeature } from '../reports/rules/index.ts';
import type { DraftNames, MoneyKnown, OrderFacts, Orders, Prices } from '../orders/index.ts';
import type { AgentDrafts } from './agentDrafts.ts';
import type { FoundImages, ReadingClient } from './foundImages.ts';

export interface ReportOnDisk {
  facts: ReportFacts;
  /** When the file was written, epoch ms. */
  savedAt: number;
  /** The first ones. */
  features: readonly ReportFeature[];
}

/** All that the tools have access to. Nothing here can place orders, revoke or read a key. */
export interface ToolDesk {
  /** Throws {@link UserError} while signed out: tools open no dialogs. */
  client(): Promise<ReadingClient>;
  /** The name of the connection in use; `undefined` while signed out. */
  connection(): string | undefined;
  catalog: Pick<Catalog, 'current' | 'search' | 'clock'>;
  shortlist(): Promise<Pick<Shortlist, 'pins'>>;
  prices: Pick<Prices, 'ask'>;
  account: Pick<Account, 'current' | 'readSince'>;
  orders: Pick<Orders, 'current' | 'refreshAnew'>;
  /** Requests payments, and nothing else. */
  money: Pick<MoneyKnown, 'of' | 'learn'>;
  subscriptions: Pick<Subscriptions, 'current' | 'refresh'>;
  /** Rejects if the image has none, or none that is small enough. Free of charge. */
  quicklook(image: Image, signal: AbortSignal): Promise<Picture>;
  /** The report of an order as it is on the disk now; `undefined` if it isn't on this machine. */
  reportFacts(order: Order): Promise<ReportOnDisk | undefined>;
  facts: Pick<OrderFacts, 'context'>;
  /** What users call their drafts. */
  draftNames?: DraftNames | undefined;
  found: FoundImages;
  drafts: AgentDrafts;
}

/** A time of this machine as the service's clock has it, as it has all other times in answers; ISO 8601. */
export function timeOfService({ catalog }: Pick<ToolDesk, 'catalog'>, time: number): string {
  return isoTime(time + catalog.clock.aheadMs.peek());
}

export async function readingClient(session: SessionOwner): Promise<ReadingClient> {
  const signedIn = asSignedIn(session.current.peek());
  if (signedIn) return signedIn.client();
  throw new UserError(l10n.t('Not signed in. The user can run "Swath: Sign In…" or "Use the Sandbox".'));
}
