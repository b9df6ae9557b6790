import type { Use } from './subscription.ts';

/** A use of which the service says whether its amount is an estimate. */
export interface CountedUse extends Use {
  isEstimate: boolean;
}

/** Whether the service calls the amount an estimate; one that does not say counts as exact. */
export function isEstimate(use: Use | CountedUse): boolean {
  return 'isEstimate' in use && use.isEstimate;
}
