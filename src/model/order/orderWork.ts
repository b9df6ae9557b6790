/** All that is done with orders and their texts, as one part that is loaded when the first of them is met. */
import { bodyForArea, whyNoArea } from './batchDrafts.ts';
import { checkOrder } from './checkOrder.ts';
import { orderCompletions } from './orderCompletions.ts';
import { orderFixes } from './orderFixes.ts';
import { orderHover } from './orderHover.ts';
import { orderProblems } from './orderProblems.ts';
import { areasOf, onOtherImages, pastBody } from './pastOrder.ts';
import { draftProduct } from './productOrder.ts';

export const orderWork = {
  areasOf,
  bodyForArea,
  checkOrder,
  draftProduct,
  orderCompletions,
  orderFixes,
  orderHover,
  onOtherImages,
  orderProblems,
  pastBody,
  whyNoArea,
};

export type OrderWork = typeof orderWork;
