/**
 * Counts what comes of the tiles that are asked of each host. A host is silent when it was asked and sent none: that
 * single tiles are missing, as at the edge of what a server holds, is nothing to speak of.
 */
export interface TileTally {
  /** The view asks for tiles after a rest. */
  begin: () => void;
  asked: (host: string) => void;
  loaded: (host: string) => void;
  failed: (host: string) => void;
  /**
   * Hosts that sent nothing since the last `begin`, and those that were silent before and were not asked since.
   *
   * @param isLate whether what is still awaited counts as missing
   */
  silent: (isLate: boolean) => readonly string[];
}

interface Count {
  loaded: number;
  failed: number;
}

export function createTileTally(): TileTally {
  let counts = new Map<string, Count>();
  let before: ReadonlySet<string> = new Set();

  function countOf(host: string): Count {
    const count = counts.get(host) ?? { loaded: 0, failed: 0 };
    counts.set(host, count);
    return count;
  }

  function silent(isLate: boolean): readonly string[] {
    const now = new Set(before);
    for (const [host, { loaded, failed }] of counts) {
      if (loaded > 0) now.delete(host);
      else if (failed > 0 || isLate) now.add(host);
    }
    return [...now].sort();
  }

  return {
    begin: () => {
      before = new Set(silent(false));
      counts = new Map();
    },
    asked: host => void countOf(host),
    loaded: host => void (countOf(host).loaded += 1),
    failed: host => void (countOf(host).failed += 1),
    silent,
  };
}
