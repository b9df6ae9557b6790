/** What other features use of orders. It knows no editor. */
export type { DraftNames } from './draftNames.ts';
export type { Estimates } from './estimates.ts';
export type { Journal, JournalLine } from './journal.ts';
export { isLoaded, listedOrders, loadedOrders, throwIfNotLoaded } from './knownOrders.ts';
export { listAttempts, isUnconfirmed, sentName, type OrderAttempt } from './orderAttempts.ts';
export type { OrderFacts } from './orderFacts.ts';
export type { MoneyKnown } from './orderMoney.ts';
export type { NewsKind } from './orderNews.ts';
export type { Orders } from './orders.ts';
export type { Owned } from './owned.ts';
export type { Prices } from './prices.ts';
export { attemptCost, returnedFor } from './spent.ts';
