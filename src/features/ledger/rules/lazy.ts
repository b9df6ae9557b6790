/** What is large and rarely needed, loaded when it is first used. */
export const loadPriceEstimate = () => import('../../orders/rules/priceEstimate.ts');
