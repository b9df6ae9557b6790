/** What runs outside the extension host for all features, such as threads; each is loaded on first use. */
const parts = new Set<{ dispose(): void }>();

/** Disposes of a part whenever the extension ends. It may be used again by the next activation. */
export function endsWithExtension(part: { dispose(): void }): void {
  parts.add(part);
}

/** For activation, which disposes of it. */
export const allThatEnds = {
  dispose(): void {
    for (const part of parts) part.dispose();
  },
};
