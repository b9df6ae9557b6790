/** What is large and rarely needed, loaded when it is first used. */
export const loadGazetteer = () => import('./import/gazetteer.ts');
export const loadPlaceText = () => import('./import/placeText.ts');
export const loadReadAreas = () => import('./import/readAreas.ts');
