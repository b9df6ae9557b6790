import { cpus, loadavg, totalmem } from 'node:os';

export type Unit = 'ms' | 'MB' | 'points' | '%';

/** The baseline for a figure: the same work done another way, alternating with ours. */
export interface Baseline {
  what: string;
  runs: readonly number[];
}

/** What a bench measured, with at least one limit. */
export interface Measurement {
  name: string;
  unit: Unit;
  /** One figure per run. */
  runs: readonly number[];
  baseline?: Baseline;
  /** Upper limit of the median; one of milliseconds is meant for a typical machine. */
  max?: number;
  /** Upper limit of our median as a share of the baseline's. */
  maxRatio?: number;
  /** Other conditions, in words, and whether each is met. */
  holds?: readonly (readonly [what: string, isSo: boolean])[];
}

/** One line of the report. */
export interface BenchRow extends Measurement {
  /** The limit on this machine, if there is one. */
  limit: number | undefined;
  /** Median; NaN where nothing was measured. */
  value: number;
  baselineValue: number | undefined;
  ratio: number | undefined;
  /** Whether the runs differ by less than a third of the limit; if not, the verdict may be chance. */
  isSteady: boolean;
  verdict: 'kept' | 'missed';
  /** Why a limit counts as missed. */
  faults: string[];
}

/**
 * Only figures meet a limit: missing measurements and NaN never do.
 *
 * @param slowness how many times longer than a typical machine this one needed for a plain loop meanwhile: a limit in
 *   milliseconds is so many times higher
 */
export function toRow(measured: Measurement, slowness = 1): BenchRow {
  const { runs, baseline, max, maxRatio, holds = [], unit } = measured;
  const limit = max !== undefined && unit === 'ms' ? max * Math.max(1, slowness) : max;
  const value = runs.length > 0 ? median(runs) : NaN;
  const baselineValue = baseline && (baseline.runs.length > 0 ? median(baseline.runs) : NaN);
  const ratio = baselineValue === undefined ? undefined : value / baselineValue;
  const isFigure = (amount: number | undefined) =>
    amount !== undefined && Number.isFinite(amount) && amount >= 0;
  const faults: string[] = [];
  const all = [...runs, ...(baseline?.runs ?? [])];
  if (!isFigure(value) || !all.every(isFigure)) faults.push('not every run gave a figure');
  if (limit !== undefined && !(value <= limit))
    faults.push(`${figure(value)} ${unit} instead of ${figure(limit)} ${unit} at most`);
  if (maxRatio !== undefined && !(isFigure(ratio) && (ratio ?? NaN) <= maxRatio))
    faults.push(`${figure(ratio)} of the baseline instead of ${maxRatio} at most`);
  for (const [what, isSo] of holds) if (!isSo) faults.push(`not so: ${what}`);
  const maxOfBaseline = maxRatio === undefined ? Infinity : maxRatio * (baselineValue ?? NaN);
  const isSteady =
    rangeOf(runs) < Math.min(limit ?? Infinity, maxOfBaseline) / 3 &&
    (maxRatio === undefined || rangeOf(baseline?.runs ?? []) < (baselineValue ?? NaN) / 3);
  const verdict = faults.length > 0 ? 'missed' : 'kept';
  return { ...measured, limit, value, baselineValue, ratio, isSteady, verdict, faults };
}

/** Between the quartiles of many runs, or from the minimum to the maximum of a few. */
function rangeOf(runs: readonly number[]): number {
  if (runs.length < 2) return 0;
  return quantile(runs, runs.length < few ? 1 : 0.75) - quantile(runs, runs.length < few ? 0 : 0.25);
}

const few = 8;

/** 1 when a limit is missed or nothing was measured. */
export function exitCode(rows: readonly BenchRow[]): 0 | 1 {
  return rows.length === 0 || rows.some(({ verdict }) => verdict === 'missed') ? 1 : 0;
}

/** The machine the figures are measured on; the load is that of the last minute. */
export function machine(browser: string | undefined) {
  const all = cpus();
  return {
    cpu: all[0]?.model.trim() ?? 'unknown',
    cores: all.length,
    memoryGB: Math.round(totalmem() / 2 ** 30),
    platform: `${process.platform} ${process.arch}`,
    node: process.version,
    browser: browser ?? 'none',
    load: Number((loadavg()[0] ?? NaN).toFixed(2)),
  };
}

export function machineText(of: ReturnType<typeof machine>): string {
  const { cpu, cores, memoryGB, platform, node, browser, load } = of;
  return `${cpu}, ${cores} cores, ${memoryGB} GB, ${platform}, Node ${node}, ${browser}, load ${load}`;
}

const columns = ['what', 'promise', 'Swath', 'spread', 'runs', 'baseline', 'spread', 'ratio', 'verdict'];

/** A Markdown table. */
export function tableText(rows: readonly BenchRow[]): string {
  const cells = [columns, ...rows.map(cellsOf)];
  const widths = columns.map((_name, at) => Math.max(...cells.map(row => row[at]?.length ?? 0)));
  const lines = cells.map(row => `| ${row.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`);
  const rule = `| ${widths.map(width => '-'.repeat(width)).join(' | ')} |`;
  const faults = rows.flatMap(({ name, faults: found }) => found.map(fault => `MISSED ${name}: ${fault}`));
  return [lines[0], rule, ...lines.slice(1), ...(faults.length > 0 ? ['', ...faults] : [])].join('\n');
}

function cellsOf(row: BenchRow): string[] {
  const { name, unit, max, limit, maxRatio, holds = [], value, runs, baseline, baselineValue, ratio } = row;
  const here = limit === max ? '' : ` (here ${figure(limit)})`;
  const promises = [
    ...(max === undefined ? [] : [`≤ ${max} ${unit}${here}`]),
    ...(maxRatio === undefined ? [] : [`≤ ${maxRatio} × baseline`]),
    ...holds.map(([what]) => what),
  ];
  return [
    name,
    promises.join('; '),
    `${figure(value)} ${unit}`,
    spread(runs),
    String(runs.length),
    baseline ? `${baseline.what}: ${figure(baselineValue)} ${unit}` : '–',
    baseline ? spread(baseline.runs) : '–',
    ratio === undefined ? '–' : figure(ratio),
    row.isSteady ? row.verdict : `${row.verdict}, unsteady`,
  ];
}

/** Minimum, quartiles and maximum of many runs, or minimum and maximum of a few. */
function spread(runs: readonly number[]): string {
  if (runs.length < 2) return '–';
  const shares = runs.length < few ? [0, 1] : [0, 0.25, 0.75, 1];
  return shares.map(share => figure(quantile(runs, share))).join(' … ');
}

function figure(value: number | undefined): string {
  if (value === undefined || !Number.isFinite(value)) return 'no figure';
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** @param share from 0, the minimum, to 1, the maximum */
function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  // Without measurements, no limit is met.
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Infinity;
}

function median(values: readonly number[]): number {
  return quantile(values, 0.5);
}
