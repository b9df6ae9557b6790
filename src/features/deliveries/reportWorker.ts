/** The thread for long texts of reports. */
import { answerInThread } from '../../platform/documents/inWorkThread.ts';
import { loadReportFunctions } from '../reports/rules/index.ts';

answerInThread(async () => (await loadReportFunctions()).reportFunctions);
