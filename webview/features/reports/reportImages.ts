import { batch, effect, type ReadonlySignal, signal, untracked } from '@preact/signals-core';
import type { ImageRow, ReportImages } from '../../../src/protocol/protocol.ts';
import type { Host } from '../../ground/host.ts';
import { problemOf } from '../../ground/loadPicture.ts';
import type { Say } from '../../ui/announcer.ts';

export type ReportImageStore = ReturnType<typeof createReportImages>;

/**
 * The images that the report on the map was made from. A report brings them onto the map; those that were there before
 * don't stay below it.
 *
 * @param show puts them on the map in place of other pictures
 */
export function createReportImages(
  { ask, state }: Pick<Host, 'ask' | 'state'>,
  show: (images: readonly ImageRow[]) => void,
  say: Say,
) {
  const problem = signal<string | undefined>(undefined);

  async function find(reportId: string): Promise<void> {
    const answer = await ask('reportImages', { reportId }).catch((error: unknown): ReportImages => ({
      images: [],
      problem: problemOf(error),
    }));
    if (!answer || reportId !== state.peek()?.report?.id) return;
    batch(() => {
      problem.value = answer.problem;
      if (answer.problem !== undefined) say(answer.problem);
      if (answer.images.length > 0) show(answer.images);
    });
  }

  let isFirst = true;
  let previous: string | undefined;
  effect(() => {
    if (!state.value) return;
    const { id, imageIds = [] } = state.value.report ?? {};
    const isNew = id !== undefined && id !== previous && !isFirst;
    previous = id;
    isFirst = false;
    if (isNew && imageIds.length > 0) untracked(() => void find(id));
  });

  return {
    /** Why the last ones that were looked for can't be shown. */
    problem: problem as ReadonlySignal<string | undefined>,
    find: (reportId: string): void => void find(reportId),
  };
}
