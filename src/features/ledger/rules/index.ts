/** The rules about the ledger that other features and the page use. */
export { keptHashLength, type LedgerEntry, type LedgerOutcome, type LedgerSubject } from '../../../service/rules/ledgerEntry.ts';
export type { SearchRun } from '../../images/rules/monthForecast.ts';
export type { PastOrders, PriceEstimates, createPriceEstimates } from '../../orders/rules/priceEstimate.ts';
export { loadPriceEstimate } from './lazy.ts';
