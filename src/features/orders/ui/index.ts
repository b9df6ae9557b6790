/** What orders show for other features. */
export { openOrderDraft } from './draft/draftOrder.ts';
export { latenessNote, orderProblem } from './words/status.ts';
