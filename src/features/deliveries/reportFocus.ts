import { type ReadonlySignal, signal } from '@preact/signals-core';
import type { ReportOnMap, Reports } from './reports.ts';

export interface FeatureAtCursor {
  report: ReportOnMap;
  /** Index among the features that are drawn. */
  index: number;
}

export type ReportFocus = ReturnType<typeof createReportFocus>;

/** Owns the feature at the cursor in the text of the report that is on the map. */
export function createReportFocus(reports: Pick<Reports, 'current'>) {
  const atCursor = signal<FeatureAtCursor | undefined>(undefined);
  const stop = reports.current.subscribe(report => {
    if (atCursor.peek()?.report !== report) atCursor.value = undefined;
  });
  return {
    atCursor: atCursor as ReadonlySignal<FeatureAtCursor | undefined>,
    /** Ignored if another report is on the map by then. */
    set(found: FeatureAtCursor | undefined): void {
      const before = atCursor.peek();
      if (found && found.report !== reports.current.peek()) return;
      if (before?.index !== found?.index || before?.report !== found?.report) atCursor.value = found;
    },
    dispose: stop,
  };
}
