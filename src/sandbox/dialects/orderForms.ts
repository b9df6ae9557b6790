/** Analytics, prices and orders as the specification permits them. */
import type { Analytic } from '../orders/analytics.ts';
import { downloadPath } from '../orders/orderBook.ts';
import type { DeliveryState, OrderState } from '../accounts/state.ts';
import type { Fields } from './accountForms.ts';

type Form<T> = (facts: T) => unknown;
type AllForms<T> = readonly [Form<T>, ...Form<T>[]];

const sensorMeters = { PHR: 0.5, SPOT: 1.5 } as const;

/** Specification, Analytic: `sensor` is the constellation or resolution supported. */
export const analyticForms: AllForms<Analytic> = [
  ({ code, sensor, type }) => ({ code, sensor, type }),
  ({ code, sensor, type }) => ({ code, sensor: sensor.join('/'), type }),
  ({ code, sensor, type }) => ({ code, sensor: sensor.map(name => sensorMeters[name]), type }),
  ({ code, sensor, type }) => ({
    code,
    sensor: sensor.map(name => `${name} (${sensorMeters[name]} m)`),
    type,
  }),
  ({ code, sensor, type }) => ({
    code,
    sensor: sensor.map(name => ({ constellation: name.toLowerCase(), resolution: sensorMeters[name] })),
    type,
  }),
  ({ code, sensor, type }) => ({
    code,
    sensor: sensor.map(name => `${sensorMeters[name]}m`).join(', '),
    type,
  }),
  ({ code, sensor, type }) => ({
    code,
    sensor: Object.fromEntries(sensor.map(name => [name, { resolution: String(sensorMeters[name]) }])),
    type: type.toUpperCase(),
  }),
];

/** Specification: `price`, credits. */
export const priceForms: AllForms<number> = [
  credits => credits,
  credits => String(credits),
  credits => ({ credits }),
  credits => ({ amount: credits, unit: 'credits' }),
  credits => ({ value: credits, currency: 'credits' }),
];

/** What a price request tells of its deliveries. */
export const pricedForms: AllForms<readonly { imageIds: readonly string[]; credits: number }[]> = [
  items => items.map(({ imageIds }) => ({ id: imageIds[0] })),
  () => [],
  items => items.map(({ credits }) => ({ price: credits })),
  items => items.map(() => ({})),
];

interface LinkFacts {
  origin: string;
  delivery: DeliveryState;
}

/** Specification, Order: the link is present once the order is delivered, and the item's id is taken from it. */
export const linkForms: AllForms<LinkFacts> = [
  ({ origin, delivery }) => ({ href: `${origin}${downloadPath(delivery)}` }),
  ({ delivery }) => ({ href: downloadPath(delivery) }),
  ({ origin, delivery }) => `${origin}${downloadPath(delivery)}`,
  ({ origin, delivery }) => [{ href: `${origin}${downloadPath(delivery)}` }],
  ({ origin, delivery: { itemId } }) => ({ href: `${origin}/api/v1/items/${itemId}` }),
  ({ delivery }) => ({ href: `https://delivery.swath.invalid${downloadPath(delivery)}` }),
  ({ origin, delivery }) => ({ href: `${origin}${downloadPath(delivery)}{?format}`, templated: true }),
  ({ origin, delivery }) => ({ href: `${origin}/workspace${downloadPath(delivery)}?source=order` }),
  ({ delivery: { itemId } }) => ({ href: `items/${itemId}/download` }),
];

type Deliveries = (order: OrderState, deliveryLink: (delivery: DeliveryState) => unknown) => unknown;

const isDelivered = ({ status }: DeliveryState) => status === 'delivered';

export const deliveriesForms: readonly [Deliveries, ...Deliveries[]] = [
  ({ deliveries }, deliveryLink) =>
    deliveries.map(delivery =>
      isDelivered(delivery) ? { _links: { download: deliveryLink(delivery) } } : {},
    ),
  ({ deliveries }, deliveryLink) =>
    deliveries.map(delivery => ({
      _links: isDelivered(delivery) ? { download: deliveryLink(delivery) } : {},
    })),
  ({ deliveries }, deliveryLink) =>
    deliveries.map(delivery => ({
      _links: { download: isDelivered(delivery) ? deliveryLink(delivery) : null },
    })),
  ({ deliveries }, deliveryLink) =>
    deliveries.filter(isDelivered).map(delivery => ({ _links: { download: deliveryLink(delivery) } })),
];

export interface OrderFacts {
  /** As the service writes it: text or number. */
  id: string | number;
  self: string;
  status: string;
  payload: Fields;
  deliveries: unknown;
  price: unknown;
}

/** Specification, Order: named fields. The kind is in the payload alone. */
export const orderForms: AllForms<OrderFacts> = [
  ({ self, ...order }) => ({ _links: { self: { href: self } }, ...order }),
  ({ self, price, ...order }) => ({ ...order, price, _links: { self: { href: self } } }),
  ({ self, ...order }) => ({ order: { _links: { self: { href: self } }, ...order } }),
];

/** What one order tells of its payment ("order with payment and deliveries information"). */
export const orderPayments: readonly [string, ...string[]] = ['payment', 'payments'];
