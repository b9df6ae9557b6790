import { effect, type ReadonlySignal } from '@preact/signals-core';
import type { MapState } from '../../src/shared/protocol.ts';
import type { ReportModel } from './reportModel.ts';

/** How a report was looked at, as it is kept while the page is hidden. */
export interface SavedReportLook {
  /** Of the report. */
  title: string;
  /** `null` for one colour. */
  property: string | null;
  hidden: readonly string[];
}

/** A report is found as it was left when the page comes back. */
export function keepReportLook(
  { state, findings }: { state: ReadonlySignal<MapState | undefined>; findings: ReportModel },
  saved: SavedReportLook | undefined,
  saveView: (change: { report: SavedReportLook }) => void,
): void {
  let before = saved;
  effect(() => {
    const title = state.value?.report?.title;
    const look = findings.look.value;
    if (title === undefined || !findings.isWhole.value) return;
    if (look) {
      before = undefined;
      saveView({ report: { title, property: look.property ?? null, hidden: [...look.hidden] } });
      return;
    }
    const known = before?.title === title ? before : undefined;
    before = undefined;
    const isThere =
      known &&
      (known.property === null || findings.properties.value.some(({ name }) => name === known.property));
    if (isThere)
      findings.look.value = { property: known.property ?? undefined, hidden: new Set(known.hidden) };
  });
}
