/** What other parts of the page show of the search form. */
export { SearchForm } from './SearchForm.tsx';
