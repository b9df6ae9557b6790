/** Ids of a list, in its order. */
export const idsOf = (list: readonly { id: string }[]) => list.map(({ id }) => id);

/** The pages of a list that is read a page at a time; `most` of them at most. */
export async function turn<T>(
  read: (page: number) => Promise<{ items: T[]; isLast: boolean }>,
  maxPages = 50,
): Promise<T[][]> {
  const pages: T[][] = [];
  while (pages.length < maxPages) {
    const { items, isLast } = await read(pages.length + 1);
    pages.push(items);
    if (isLast) break;
  }
  return pages;
}
