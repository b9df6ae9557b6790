/** All that writes calls of the service down, as one part that is loaded when somebody asks for it. */
import { curlScript } from './curlScript.ts';
import { requestFile } from './requestFile.ts';
import { orderPlan, readOrderPlan, searchPlan } from './requestPlan.ts';

export const requestWork = { orderPlan, readOrderPlan, searchPlan, curlScript, requestFile };

export type RequestWork = typeof requestWork;
