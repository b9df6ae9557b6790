/** What other parts of the page use of the search form. It needs no document. */
export { filterChips, type FormFilters } from './filterFields.ts';
export { createSearchModel, type SavedForm } from './searchModel.ts';
