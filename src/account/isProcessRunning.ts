/** Whether a process on this machine is alive; a process of another user counts as alive. */
export function isProcessRunning(processId: number): boolean {
  try {
    process.kill(processId, 0); // Signal 0 only checks.
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
