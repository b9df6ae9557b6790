/** What images show for other features. */
export { currentSearch, leftOutText } from './savedSearch.ts';
export { readSearchDocument, resolveSearchDocument } from './searchDocument.ts';
export { searchPageSize } from './searchSettings.ts';
export { loadShortlistFile } from './lazy.ts';
