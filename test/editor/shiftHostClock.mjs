/**
 * Preloaded into the editor's server: the extension hosts that it forks, and their threads, have the clock of the test
 * run. The server keeps the machine's time, as its files do.
 */
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { clockOffset, shiftDate } from '../shiftedClock.mjs';

const isHost = 'isExtensionHost';
if (process.argv.includes('--type=extensionHost')) setEnvironmentData(isHost, true);
const offset = clockOffset();
if (offset !== 0 && getEnvironmentData(isHost) === true) shiftDate(offset);
