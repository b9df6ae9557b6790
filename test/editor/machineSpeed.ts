/** Iterations of a plain loop that takes some 15 ms on a typical machine. */
const turns = 1e7;

/**
 * Whether this machine takes more than twice as long as a typical one for a plain loop, as virtual machines sometimes
 * do: then fewer windows at once keep it busy, and more of them would slow each other down until they time out.
 */
export function isSlowMachine(): boolean {
  const times = Array.from({ length: 5 }, () => {
    const start = performance.now();
    let sum = 0;
    for (let turn = 0; turn < turns; turn += 1) sum = (sum * 31 + turn) | 0;
    return sum === 0.5 ? 0 : performance.now() - start;
  });
  return Math.min(...times) > 40;
}
