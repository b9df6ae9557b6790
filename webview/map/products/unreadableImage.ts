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

/** Any failure of `work` as an {@link UnreadableImage}. */
export async function orThrow<T>(kind: ProblemKind, work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw error instanceof UnreadableImage ? error : new UnreadableImage(kind);
  });
}
