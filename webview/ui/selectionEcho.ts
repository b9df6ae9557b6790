/**
 * The host owns the selection and other values, but a click must show at once. So the page shows what it sent, and
 * distinguishes the host's echoes of it from changes by the host itself; a late echo must not undo a newer click.
 */
export interface Echo<Value> {
  displayed: Value;
  /** The last state from the host. */
  confirmed: Value;
  /** Sent but not echoed yet, oldest first. */
  pending: readonly Value[];
}

export type SelectionEcho = Echo<readonly string[]>;

export const noSelection: SelectionEcho = { displayed: [], confirmed: [], pending: [] };

/** Limit for pending selections: without it, a host that never echoes would fill the memory. */
const longestWait = 100;

export function sent<Value>(echo: Echo<Value>, value: Value): Echo<Value> {
  return { ...echo, displayed: value, pending: [...echo.pending, value].slice(-longestWait) };
}

export function received(echo: SelectionEcho, ids: readonly string[]): SelectionEcho {
  return receivedValue(echo, ids, sameIds);
}

export function receivedValue<Value>(
  echo: Echo<Value>,
  value: Value,
  isSame: (a: Value, b: Value) => boolean,
): Echo<Value> {
  const echoed = echo.pending.findIndex(pending => isSame(pending, value));
  if (echoed >= 0) return { ...echo, confirmed: value, pending: echo.pending.slice(echoed + 1) };
  if (echo.pending.length > 0 && isSame(value, echo.confirmed)) return echo;
  // What is computed from the same value needn't be computed again.
  const displayed = isSame(value, echo.displayed) ? echo.displayed : value;
  return { displayed, confirmed: value, pending: [] };
}

export function sameIds(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((id, index) => id === b[index]);
}

export function isSameSet(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every(id => b.has(id));
}
