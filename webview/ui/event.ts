/** What happens at a moment: whoever listens then is called, and nothing of it stays. */
export function createEvent<Facts extends unknown[]>() {
  const listeners = new Set<(...facts: Facts) => void>();
  return {
    happen: (...facts: Facts): void => listeners.forEach(listener => listener(...facts)),
    /** @returns ends it */
    listen: (listener: (...facts: Facts) => void): (() => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
