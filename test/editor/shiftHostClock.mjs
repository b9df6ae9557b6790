/**
 * Preloaded into the editor's server: the extension hosts that it forks have the clock of the test run. The server keeps
 * the machine's time, as its files do.
 */
import { clockOffset, shiftDate } from '../shiftedClock.mjs';

const offset = clockOffset();
if (offset !== 0 && process.argv.includes('--type=extensionHost')) shiftDate(offset);
