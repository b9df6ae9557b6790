/** What other parts of the page show of the search form. */
export { ActiveFilters, SearchForm } from './SearchForm.tsx';
