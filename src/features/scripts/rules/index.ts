/** The rules about scripts that other features and the page use. */
export { curlScript } from './curlScript.ts';
export { orderPlan, readOrderPlan, requestFile, searchPlan, type RequestPlan } from './requestPlan.ts';
export { script, type ScriptLanguage } from './scripts.ts';
