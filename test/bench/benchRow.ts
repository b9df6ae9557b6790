import { cpus, loadavg } from 'node:os';

/** One figure, with the promise that it is held against. */
export interface BenchRow {
  name: string;
  value: number;
  unit: string;
  /** What the value may be at most; without one the row is there to be read. */
  limit?: number;
  ok: boolean;
}

/** What the figures were made on. */
export function machineText(): string {
  const all = cpus();
  const load = loadavg()[0]?.toFixed(1) ?? 'unknown';
  const model = all[0]?.model.trim() ?? 'Unknown processor';
  return `${model}, ${all.length} cores, load ${load}, Node ${process.version}`;
}

export function rowsText(rows: readonly BenchRow[]): string {
  const width = Math.max(...rows.map(({ name }) => name.length));
  return rows
    .map(({ name, value, unit, limit, ok }) => {
      const promise = limit === undefined ? '' : `  at most ${limit} ${unit}${ok ? '' : '  MISSED'}`;
      return `${name.padEnd(width)}  ${value.toFixed(2).padStart(9)} ${unit}${promise}`;
    })
    .join('\n');
}
