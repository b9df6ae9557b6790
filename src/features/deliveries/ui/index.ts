/** What deliveries shows for other features. */
export type { AnswerReview } from './review.ts';
