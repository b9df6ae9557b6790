/** What is large and rarely needed, loaded when it is first used. */
export const loadAoiDocument = () => import('./aoiDocument.ts');
export const loadChooseArea = () => import('./chooseArea.ts');
export const loadDropArea = () => import('./dropArea.ts');
