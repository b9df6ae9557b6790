/** What orders shows for other features. */
export { openOrderDraft } from './draftOrder.ts';
export { latenessNote, problemOf } from './orderRow.ts';
