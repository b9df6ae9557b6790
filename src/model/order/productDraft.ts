/** What drafting a product order takes, as one part that is loaded when the first of them is wanted. */
import { checkOrder } from './checkOrder.ts';
import { draftProduct } from './productOrder.ts';

export const productDraft = { checkOrder, draftProduct };
