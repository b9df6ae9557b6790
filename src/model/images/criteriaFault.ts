import * as l10n from '@vscode/l10n';
import type { SearchCriteria } from './searchQuery.ts';

/** Why a search cannot be sent. */
export interface CriteriaFault {
  /** The criterion to change. */
  name: keyof SearchCriteria;
  /** For the user: what is wrong, and the way out. */
  message: string;
  /** It is not wrong by itself: it contradicts another criterion, or lacks one. */
  isConflict?: true;
}

/** At most one of these criteria can be asked for at once. */
export function conflict(criteria: SearchCriteria, ...names: (keyof SearchCriteria)[]): CriteriaFault[] {
  const [first, ...others] = names.filter(name => criteria[name] !== undefined);
  if (first === undefined) return [];
  return others.map(name => ({
    name,
    isConflict: true,
    message: l10n.t('A search takes one of "{0}" and "{1}": take the other out.', first, name),
  }));
}
