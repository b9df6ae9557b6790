/**
 * The host owns the selection, but a click must show at once. So the page shows what it sent, and distinguishes the
 * host's echoes of it from changes by the host itself; a late echo must not undo a newer click.
 */
export interface SelectionEcho {
  displayed: readonly string[];
  /** The last state from the host. */
  confirmed: readonly string[];
  /** Sent but not echoed yet, oldest first. */
  pending: readonly (readonly string[])[];
}

export const noSelection: SelectionEcho = { displayed: [], confirmed: [], pending: [] };

/** Limit for pending selections: without it, a host that never echoes would fill the memory. */
const longestWait = 100;

export function sent(echo: SelectionEcho, ids: readonly string[]): SelectionEcho {
  return { ...echo, displayed: ids, pending: [...echo.pending, ids].slice(-longestWait) };
}

export function received(echo: SelectionEcho, ids: readonly string[]): SelectionEcho {
  const echoed = echo.pending.findIndex(pending => sameIds(pending, ids));
  if (echoed >= 0) return { ...echo, confirmed: ids, pending: echo.pending.slice(echoed + 1) };
  if (echo.pending.length > 0 && sameIds(ids, echo.confirmed)) return echo;
  return { displayed: ids, confirmed: ids, pending: [] };
}

export function sameIds(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}

export function isSameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every(id => b.has(id));
}
