import { setImmediate as nextTurn } from 'node:timers/promises';
import * as l10n from '@vscode/l10n';
import { continuousPolygon } from '../../geo/antimeridian.ts';
import { polygonAreaKm2 } from '../../geo/polygonArea.ts';
import { drawnCount } from '../reports/rules/index.ts';
import type { MapState, ToPage } from '../../protocol/protocol.ts';
import {
  leftOutCount,
  type PackedReport,
  type ReadReport,
  type ReportOnMap,
  type ReportSource,
} from '../deliveries/index.ts';

const ids = new WeakMap<ReportSource, string>();
let lastId = 0;

/** Identifies one reading of a report: the same file may have changed when it is opened again. */
export function reportId({ source }: Pick<ReadReport, 'source'>): string {
  const known = ids.get(source) ?? String(++lastId);
  ids.set(source, known);
  return known;
}

/**
 * The summary of the report that precedes its features.
 *
 * @param connection name of the connection in use; the report of another one, or while there is none, says whose it is
 * @param contract ID of the contract in use, if known; the report of another one says so
 */
export function reportShown(
  report: ReportOnMap,
  connection?: string,
  contract?: string,
): NonNullable<MapState['report']> {
  const { index, imageIds = [], area } = report;
  const leftOut = leftOutCount(report);
  const { placeless } = index.facts;
  return {
    id: reportId(report),
    title: reportTitle(report, connection, contract),
    featureCount: drawnCount(index.places),
    leftOut: leftOut > 0 ? leftOut : undefined,
    placeless: placeless > 0 ? placeless : undefined,
    imageIds: imageIds.length > 0 ? imageIds : undefined,
    area: area && { polygon: continuousPolygon(area), areaKm2: polygonAreaKm2(area) },
  };
}

function reportTitle({ title, ...owner }: ReportOnMap, connection?: string, contract?: string): string {
  if (owner.connection === undefined) return title;
  if (owner.connection !== connection) return l10n.t('{0}, ordered at {1}', title, owner.connection);
  const isOfOther = [contract, owner.contract].every(Boolean) && contract !== owner.contract;
  return isOfOther ? l10n.t('{0}, ordered by another account at {1}', title, connection) : title;
}

/** @param onError the page doesn't have all features of the report on the map, and won't get them */
export function createReportMessages(
  send: (message: ToPage) => unknown,
  onError: (error: unknown, report: PackedReport) => void,
) {
  let current: PackedReport | undefined;
  /** What the page should have, in this order. */
  let needed: readonly PackedReport[] = [];
  /** Sources of those that it has, or can't get. */
  let settled: readonly ReportSource[] = [];
  /** That of a report which couldn't be sent while it was read. */
  let failed: ReportSource | undefined;
  /** What is being sent. Another object, even for the same report, ends it. */
  let run: { report: PackedReport } | undefined;

  function sendNext(): void {
    const next = needed.find(({ source }) => !settled.includes(source));
    if (next?.source === run?.report.source) return;
    run = next && { report: next };
    if (run) void sendAll(run);
  }

  async function sendAll(thisRun: { report: PackedReport }): Promise<void> {
    const { report } = thisRun;
    let problem: { error: unknown } | undefined;
    try {
      const id = reportId(report);
      let from = 0;
      for await (const features of report.packed()) {
        if (run !== thisRun) return;
        // The page takes them one by one, so that they don't wait here.
        await send({ kind: 'reportFeatures', reportId: id, from, features });
        from += features.count;
        await nextTurn();
        if (run !== thisRun) return;
      }
    } catch (error) {
      problem = { error };
    }
    // The page may be gone by then.
    if (run !== thisRun) return;
    run = undefined;
    settled = [...settled, report.source];
    if (problem && report.source === current?.source) onError(problem.error, report);
    else if (problem) failed = report.source;
    sendNext();
  }

  return {
    /**
     * Sends the features of the report on the map between other messages, and then those of the one that is being read,
     * unless the page has them.
     */
    show(report: PackedReport | undefined, coming?: PackedReport): void {
      current = report;
      // Once it is on the map, it is tried again.
      if (failed && failed === report?.source) {
        settled = settled.filter(source => source !== failed);
        failed = undefined;
      }
      needed = [report, coming].filter(each => each !== undefined);
      settled = settled.filter(source => needed.some(each => each.source === source));
      sendNext();
    },
    /** The page that received them is gone. */
    forget(): void {
      needed = settled = [];
      current = failed = run = undefined;
    },
  };
}
