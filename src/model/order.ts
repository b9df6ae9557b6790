/** A quantity in the unit that the service named. Never shown without it. */
export interface Amount {
  value: number;
  /** `credits`, `EUR`, `kB` … as the service spells it. */
  unit: string;
}

/** Units met are `credits`, `EUR` and `kB`; the specification speaks of credits where it names none. */
export const defaultUnit = 'credits';

/** What a balance comes to after a price; `undefined` when it is not known or counts in another unit. */
export function balanceAfter(balance: Amount | undefined, price: Amount): Amount | undefined {
  if (balance?.unit !== price.unit) return undefined;
  return { value: balance.value - price.value, unit: balance.unit };
}

export function formatAmount(amount: Amount): string {
  // Cents, but never "0" for something.
  const maximumFractionDigits = Math.abs(amount.value) < 0.01 ? 6 : 2;
  return `${amount.value.toLocaleString('en', { maximumFractionDigits })} ${amount.unit}`;
}

/** One result of an order; a product order has one per product. */
export interface Delivery {
  id: string | undefined;
  status: string | undefined;
  /** Followed as given, never built; present once delivered. */
  download: string | undefined;
  errorCode: string | undefined;
  message: string | undefined;
}

export interface Order {
  id: string;
  kind: string | undefined;
  status: string;
  title: string | undefined;
  price: Amount | undefined;
  createdAt: string | undefined;
  deliveries: readonly Delivery[];
}

/** Answer of a price request. */
export interface Price {
  total: Amount;
  /** The service calls the amount an estimate. */
  isEstimate: boolean;
  areaKm2: number | undefined;
  perDelivery: readonly { imageId: string | undefined; amount: Amount }[];
  /** The service's word when the account cannot place this order; `undefined` when it can or the service does not say. */
  notOrderable: string | undefined;
}

/** What the service takes orders for (specification: Order, `kind` values). */
export const orderKinds: readonly string[] = [
  'order.analytics-toolbox.archive',
  'order.data.product',
  'order.data.gb.product',
];

export type OrderPhase = 'inProgress' | 'delivered' | 'failed';

/**
 * Where an order stands (specification: States, Order). Statuses that appeared later count as in progress: only the
 * known final ones end the watching.
 */
export function orderPhase(status: string): OrderPhase {
  switch (status.toLowerCase()) {
    case 'delivered':
      return 'delivered';
    case 'error':
    case 'failed':
    case 'rejected':
      return 'failed';
    default:
      return 'inProgress';
  }
}
