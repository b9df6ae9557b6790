/** The rules about orders that other features and the page use. */
export { sumByUnit } from './bookings.ts';
export { imageName } from './imageText.ts';
export { isReport } from './isReport.ts';
export { notOrderableText, shortNotOrderableText } from './notOrderable.ts';
export type { OrderBody } from './orderBody.ts';
export { moneySentence, moneyWords, type MoneyOfFailed } from './orderMoney.ts';
export { whyNotPaid } from './orderRights.ts';
export { middlePosition, placedContents } from './placedContents.ts';
export { pastBody } from './pastOrder.ts';
export { pricedItems, type PricedContents, type PricedItem } from './pricedContents.ts';
export { summarizeOrders } from './summarizeOrders.ts';
export { usualProductType, type Product } from './productOrder.ts';
export { loadOrderWork } from './lazy.ts';
