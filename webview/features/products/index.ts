/** What other parts of the page use of delivered images. It needs no document. */
export { createProductModel, type ProductLook, type ProductModel } from './productModel.ts';
