import { batch, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-core';
import type { MapState, ReportImages } from '../../../src/protocol/protocol.ts';
import type { Host } from '../../ground/host.ts';
import { pictureProblem } from '../../ground/loadPicture.ts';
import type { Say } from '../../ui/announcer.ts';
import type { PictureModel } from '../pictures/index.ts';

export type ReportImageStore = ReturnType<typeof createReportImages>;

/**
 * The images that the report on the map was made from. A report brings them onto the map; the quicklooks that were there
 * before don't stay below it, and come back when it is closed.
 *
 * @param restored title of the report that the page showed before it was disposed: its pictures are as they were left
 */
export function createReportImages(
  { ask, state }: Pick<Host, 'ask' | 'state'>,
  pictures: Pick<PictureModel, 'draped' | 'drape'>,
  say: Say,
  restored: string | undefined,
) {
  const problem = signal<string | undefined>(undefined);
  const isLooking = signal(false);
  /** On the map before the first of the reports. */
  let before: readonly string[] | undefined;
  let own: readonly string[] = [];

  /** @param ids what to show, from bottom to top */
  async function find(reportId: string, ids = own): Promise<void> {
    isLooking.value = true;
    const answer = await ask('reportImages', { reportId }).catch((error: unknown): ReportImages => ({
      images: [],
      problem: pictureProblem(error),
    }));
    if (reportId !== state.peek()?.report?.id) return;
    batch(() => {
      isLooking.value = false;
      if (!answer) return;
      problem.value = answer.problem;
      if (answer.problem !== undefined) say(answer.problem);
      const known = new Set([...pictures.draped(), ...answer.images.map(({ id }) => id)]);
      if (answer.images.length > 0)
        pictures.drape(
          ids.filter(id => known.has(id)),
          answer.images,
        );
    });
  }

  function follow(report: MapState['report']): void {
    const onMap = pictures.draped();
    const isRestored = report !== undefined && report.title === restored;
    restored = problem.value = undefined;
    isLooking.value = false;
    if (!report) {
      // Those that somebody added to the report stay too.
      if (before) pictures.drape([...before, ...onMap.filter(id => !own.includes(id))]);
      before = undefined;
      return;
    }
    own = report.imageIds ?? [];
    if (isRestored) {
      if (onMap.some(id => own.includes(id))) void find(report.id, onMap);
      return;
    }
    before ??= onMap;
    pictures.drape([]);
    if (own.length > 0) void find(report.id);
  }

  let previous: string | undefined;
  effect(() => {
    const report = state.value?.report;
    if (report?.id === previous) return;
    previous = report?.id;
    untracked(() => batch(() => follow(report)));
  });

  return {
    /** Whether the images are requested from the host. */
    isLooking: isLooking as ReadonlySignal<boolean>,
    /** Why the last ones that were looked for can't be shown. */
    problem: problem as ReadonlySignal<string | undefined>,
    find: (reportId: string): void => void find(reportId),
  };
}
