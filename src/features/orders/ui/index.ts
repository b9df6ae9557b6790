/** What orders show for other features. */
export { openOrderDraft } from './draft/draftOrder.ts';
export { latenessNote, problemOf } from './words/status.ts';
