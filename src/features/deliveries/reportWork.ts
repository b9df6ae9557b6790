/** Runs the functions for the text of reports, in threads if it is long. */
import { createTextWork } from '../../platform/documents/textWork.ts';
import { loadReportFunctions } from '../reports/rules/index.ts';

export const reportWork = createTextWork({
  name: 'swath-reports',
  here: import.meta.filename,
  worker: 'reportWorker',
  load: async () => (await loadReportFunctions()).reportFunctions,
});
