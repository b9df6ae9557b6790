import { createHash } from 'node:crypto';
import { stableText } from '../json/stableText.ts';

/** A JSON object as a person wrote it, not yet checked. */
export type OrderBody = Readonly<Record<string, unknown>>;

/**
 * The same for the same request body, whatever its spacing and the order of its members: a price belongs to exactly
 * one of these, and the journal recognises a repeated order by it.
 */
export function bodyHash(body: OrderBody): string {
  return createHash('sha256').update(stableText(body)).digest('hex');
}
