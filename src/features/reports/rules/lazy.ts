/** What is large and rarely needed, loaded when it is first used. */
export const loadReportFunctions = () => import('./reportFunctions.ts');
