/** The rules about the map that other features and the page use. */
export { onlineBackground } from './backgrounds.ts';
