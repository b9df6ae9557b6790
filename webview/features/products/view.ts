/** What other parts of the page show of delivered images. */
export { ProductBar, ProductDivider } from './ProductBar.tsx';
export { addProductLayer } from './productLayer.ts';
