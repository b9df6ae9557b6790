import type { Image } from '../../src/service/rules/imagery.ts';
import type { Delivery, Order } from '../../src/service/rules/order.ts';
import { box, polygon } from './geo/polygons.ts';

/** An image with only the required fields, plus those that a test adds. */
export function bareImage(rest: Partial<Image> = {}): Image {
  return {
    id: 'img',
    footprint: polygon(box(5, 43, 6, 44)),
    acquisitionDate: undefined,
    cloudCover: undefined,
    snowCover: undefined,
    constellation: undefined,
    platform: undefined,
    incidenceAngle: undefined,
    resolution: undefined,
    processingLevel: undefined,
    productType: undefined,
    parentIdentifier: undefined,
    acquisitionIdentifier: undefined,
    links: {},
    rights: undefined,
    properties: {},
    ...rest,
  };
}

/** An order with only the required fields, plus those that a test adds. */
export function bareOrder(rest: Partial<Order> = {}): Order {
  return {
    id: 'o1',
    kind: undefined,
    status: 'ordered',
    title: undefined,
    contractId: undefined,
    customerRef: undefined,
    price: undefined,
    isEstimate: false,
    estimatedAmount: undefined,
    message: undefined,
    createdAt: undefined,
    updatedAt: undefined,
    payload: undefined,
    deliveries: [],
    fields: {},
    ...rest,
  };
}

export function bareDelivery(rest: Partial<Delivery> = {}): Delivery {
  return {
    id: undefined,
    status: undefined,
    download: undefined,
    links: {},
    errorCode: undefined,
    message: undefined,
    datas: undefined,
    updatedAt: undefined,
    deliveredAt: undefined,
    ...rest,
  };
}
