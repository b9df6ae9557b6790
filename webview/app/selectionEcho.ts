/**
 * The host owns the selection, but a click must show at once. So the page shows what it sent, and distinguishes the
 * host's echoes of it from changes by the host itself; a late echo must not undo a newer click.
 */
export interface SelectionEcho {
  shown: readonly string[];
  /** The last state from the host. */
  confirmed: readonly string[];
  /** Sent but not echoed yet, oldest first. */
  pending: readonly (readonly string[])[];
}

export const noSelection: SelectionEcho = { shown: [], confirmed: [], pending: [] };

/** Limit for pending selections: without it, a host that never echoes would fill the memory. */
const longestWait = 100;

export function sent(echo: SelectionEcho, ids: readonly string[]): SelectionEcho {
  return { ...echo, shown: ids, pending: [...echo.pending, ids].slice(-longestWait) };
}

export function received(echo: SelectionEcho, ids: readonly string[]): SelectionEcho {
  const echoed = echo.pending.findIndex(pending => sameIds(pending, ids));
  if (echoed >= 0) return { ...echo, confirmed: ids, pending: echo.pending.slice(echoed + 1) };
  if (echo.pending.length > 0 && sameIds(ids, echo.confirmed)) return echo;
  return { shown: ids, confirmed: ids, pending: [] };
}

export function sameIds(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}

export function isSameSet(one: ReadonlySet<string>, other: ReadonlySet<string>): boolean {
  return one.size === other.size && [...one].every(id => other.has(id));
}
