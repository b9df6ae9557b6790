/** What other parts of the page show of images. */
export { TableHead } from './ImageRows.tsx';
export { ListFilterFields } from './ListFilterFields.tsx';
export { ResultsPanel } from './ResultsPanel.tsx';
export { ShortlistChip } from './ShortlistChip.tsx';
