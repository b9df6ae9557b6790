/** What deliveries show for other features. */
export { removeKeptParts } from './deliveryFiles.ts';
export type { AnswerReview } from './review.ts';
