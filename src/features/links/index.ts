/** What other features use of links. It knows no editor. */
export { writeLink, type Link } from './link.ts';
export type { LinkOutcome } from './linkGate.ts';
