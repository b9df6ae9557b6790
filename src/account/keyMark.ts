import { createHash } from 'node:crypto';

/** Enough to know a key again, too little to find it: 32 bits of its hash. */
export function keyMark(apiKey: string): string {
  return createHash('sha256').update(apiKey).digest('hex').slice(0, 8);
}
