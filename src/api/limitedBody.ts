/** Most bytes of an answer that is read as a whole, after it was unpacked; a page of 500 images has about 1 MB. */
export const longestAnswer = 50_000_000;

/** Of an answer that tells of a failure: its words are short. */
export const longestFailure = 64_000;

/**
 * The body of an answer as text. Reads no further than the limit, however little the body weighed on its way.
 *
 * @param most bytes
 * @returns `undefined` where there are more
 */
export async function readLimited({ body, headers }: Response, most: number): Promise<string | undefined> {
  if (!body) return '';
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  // Where it came packed, the header counts other bytes than those that are read; those are no fewer.
  let size = 0;
  let isTooLong = Number(headers.get('content-length') ?? 0) > most;
  while (!isTooLong) {
    const next = await reader.read();
    if (next.done) return new TextDecoder().decode(Buffer.concat(chunks, size));
    const chunk = next.value as Uint8Array;
    chunks.push(chunk);
    size += chunk.byteLength;
    isTooLong = size > most;
  }
  // Nobody waits for the end of what nobody reads.
  reader.cancel().catch(() => undefined);
  return undefined;
}
