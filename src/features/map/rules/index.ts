/** The rules about the map that other features and the page use. */
export { backgroundNames, onlineBackground, type BackgroundName } from './backgrounds.ts';
