/** The thread for long texts with areas. */
import { answerInThread } from '../../platform/documents/inWorkThread.ts';

answerInThread(async () => (await import('./rules/areaFunctions.ts')).areaFunctions);
