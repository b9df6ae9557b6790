/** All functions for orders and their texts, as one bundle that is loaded on first use. */
import { bodyForArea, whyNoArea } from './batchDrafts.ts';
import { checkOrder } from './checkOrder.ts';
import { orderCompletions } from './orderCompletions.ts';
import { orderedAreas } from './orderedAreas.ts';
import { orderFixes } from './orderFixes.ts';
import { orderHover } from './orderHover.ts';
import { orderProblems } from './orderProblems.ts';
import { onOtherImages, pastBody } from './pastOrder.ts';
import { draftProduct } from './productOrder.ts';

export const orderWork = {
  bodyForArea,
  checkOrder,
  draftProduct,
  orderCompletions,
  orderFixes,
  orderHover,
  onOtherImages,
  orderedAreas,
  orderProblems,
  pastBody,
  whyNoArea,
};
