/** The rules about the ledger that other features and the page use. */
export { keptHashLength, type LedgerEntry, type LedgerOutcome, type LedgerSubject } from './ledgerEntry.ts';
export type { SearchRun } from './monthForecast.ts';
export type { PastOrders, PriceEstimates, createPriceEstimates } from './priceEstimate.ts';
export { loadPriceEstimate } from './lazy.ts';
