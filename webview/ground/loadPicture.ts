import type { AskHost, HostQuestions, PictureAnswer } from '../../src/protocol/protocol.ts';

type PictureQuestion = 'thumbnail' | 'chip' | 'quicklook' | 'quicklookLater' | 'tile';

/** Asks the host. `undefined` if nobody needs the picture anymore, or its image is no longer there. */
export type LoadPicture = <Kind extends PictureQuestion>(
  kind: Kind,
  question: Parameters<HostQuestions[Kind]>[0],
  signal?: AbortSignal,
) => Promise<PictureAnswer | undefined>;

export function createPictureLoader(ask: AskHost): LoadPicture {
  return async (kind, question, signal) => {
    try {
      return await ask(kind, question, signal);
    } catch (error) {
      return signal?.aborted === true ? undefined : { problem: pictureProblem(error) };
    }
  };
}

/** The host's errors are for the user. */
export function pictureProblem(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
