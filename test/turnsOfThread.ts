/** Measures how long this thread blocks others, without the time that other programs take. */
export function turnsOfThisThread() {
  // From a later Node version than the types, which match VS Code.
  const thread = process as typeof process & { threadCpuUsage: () => NodeJS.CpuUsage };
  const busy = () => {
    const { user, system } = thread.threadCpuUsage();
    return (user + system) / 1000;
  };
  let isOver = false;
  let longest = 0;
  let last = busy();
  const measure = () => {
    const now = busy();
    longest = Math.max(longest, now - last);
    last = now;
    if (!isOver) setImmediate(measure);
  };
  measure();
  return {
    /** Returns the longest time, in ms. */
    end() {
      isOver = true;
      measure();
      return longest;
    },
  };
}
