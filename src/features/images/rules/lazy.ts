/** What is large and rarely needed, loaded when it is first used. */
export const loadFigures = () => import('./figures.ts');
export const loadSearchFile = () => import('./searchFile.ts');
