/** Why an image can't be shown; `productModel.ts` has the texts. */
export type ProblemKind =
  | 'notTiff'
  | 'damaged'
  | 'noBands'
  | 'noPlace'
  | 'projection'
  | 'compression'
  | 'tooLarge'
  | 'bigBlocks'
  | 'tooSlow'
  | 'unreadable';

export class UnreadableImage extends Error {
  readonly kind: ProblemKind;
  readonly detail: string;

  /** @param detail completes the text */
  constructor(kind: ProblemKind, detail = '') {
    super(kind);
    this.kind = kind;
    this.detail = detail;
  }
}

/** For messages, which carry no fields of errors. Anything else that goes wrong is the file's fault. */
export function packProblem(error: unknown): Pick<UnreadableImage, 'kind' | 'detail'> {
  const { kind, detail } = error instanceof UnreadableImage ? error : new UnreadableImage('damaged');
  return { kind, detail };
}

export function unpackProblem(packed: unknown): UnreadableImage {
  const { kind, detail } = packed as ReturnType<typeof packProblem>;
  return new UnreadableImage(kind, detail);
}

/** Any failure of `work` as an {@link UnreadableImage}. */
export async function orThrow<T>(kind: ProblemKind, work: Promise<T>, detail?: string): Promise<T> {
  return work.catch((error: unknown) => {
    throw error instanceof UnreadableImage ? error : new UnreadableImage(kind, detail);
  });
}
