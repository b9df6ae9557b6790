/** Whether a process of this machine lives; one that belongs to somebody else counts as living. */
export function isProcessRunning(processId: number): boolean {
  try {
    process.kill(processId, 0); // Signal 0 only asks.
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
