import { setImmediate as nextTurn } from 'node:timers/promises';
import type { ReportFeature } from '../model/report/reportFeature.ts';
import type { MapState, ToPage } from '../shared/protocol.ts';
import { leftOutOf, type ReportOnMap } from '../deliveries/reports.ts';

/** A message of features ends after this many features, or about this many characters of JSON. */
const chunk = { features: 1000, characters: 500_000 } as const;

const ids = new WeakMap<ReportOnMap, string>();
let lastId = 0;

/** Identifies one display of a report: the same file may have changed when it is opened again. */
export function reportId(report: ReportOnMap): string {
  const known = ids.get(report) ?? String(++lastId);
  ids.set(report, known);
  return known;
}

/** The summary of the report that precedes its features. */
export function reportShown(report: ReportOnMap): NonNullable<MapState['report']> {
  const { title, features, index, imageIds = [] } = report;
  const leftOut = leftOutOf(report);
  const { placeless } = index.facts;
  return {
    id: reportId(report),
    title,
    featureCount: features.length,
    ...(leftOut > 0 ? { leftOut } : {}),
    ...(placeless > 0 ? { placeless } : {}),
    ...(imageIds.length > 0 ? { imageIds } : {}),
  };
}

export interface ReportMessages {
  /** Sends the features of a report between other messages, unless they were the last ones sent. */
  show(report: ReportOnMap | undefined): void;
  /** The page that received them is gone. */
  forget(): void;
}

export function createReportMessages(
  send: (message: ToPage) => void,
  onError: (error: unknown) => void,
): ReportMessages {
  let sent: ReportOnMap | undefined;
  /** A new object for each run: ends the previous run. */
  let run: object | undefined;

  async function sendAll(report: ReportOnMap, thisRun: object) {
    const id = reportId(report);
    const { features } = report;
    for (let from = 0; from < features.length;) {
      const end = chunkEnd(features, from);
      send({ kind: 'reportFeatures', reportId: id, from, features: features.slice(from, end) });
      from = end;
      await nextTurn();
      if (run !== thisRun) return;
    }
  }

  return {
    show(report) {
      if (report === sent) return;
      sent = report;
      const thisRun = (run = {});
      if (report) void sendAll(report, thisRun).catch(onError);
    },
    forget() {
      sent = undefined;
      run = undefined;
    },
  };
}

function chunkEnd(features: readonly ReportFeature[], from: number): number {
  let characters = 0;
  let end = from;
  while (end < features.length && end - from < chunk.features && characters < chunk.characters) {
    characters += sizeOf(features[end]);
    end += 1;
  }
  return end;
}

/** Approximate length of a value in JSON, characters. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 10;
  let sum = 0;
  for (const name in value) {
    const member = (value as Readonly<Record<string, unknown>>)[name];
    sum += (Array.isArray(value) ? 1 : name.length) + sizeOf(member);
  }
  return sum;
}
