/** What runs beside the host for everybody, as threads do; each file of it is loaded on first use. */
const parts = new Set<{ dispose(): void }>();

/** Disposes of a part whenever the extension ends. It may be used again afterwards, by the next activation. */
export function endsWithExtension(part: { dispose(): void }): void {
  parts.add(part);
}

/** What activation owns. */
export const allThatEnds = {
  dispose(): void {
    for (const part of parts) part.dispose();
  },
};
