/** What deliveries show for other features. */
export type { AnswerReview } from './review.ts';
