import { createHash } from 'node:crypto';
import { stableText } from '../../../base/json/stableText.ts';

/** A JSON object as the user wrote it, not yet checked. */
export type OrderBody = Readonly<Record<string, unknown>>;

/**
 * The same for the same request body, whatever its white space and member order: a price belongs to exactly one of
 * these, and the journal recognizes a repeated order by it.
 */
export function bodyHash(body: OrderBody): string {
  return createHash('sha256').update(stableText(body)).digest('hex');
}
