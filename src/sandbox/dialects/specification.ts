/**
 * The answers by the letter of the specification: what it shows as it shows it, and nothing else. Where it shows no form,
 * several take turns, so that a client can't rely on one.
 */
import type { AccountState, KeyState, OrderState, PaymentState } from '../accounts/state.ts';
import { type SubscriptionState, subscriptionStatus } from '../accounts/subscriptions.ts';
import { captureFootprint, encodeImageId } from '../catalogue/capture.ts';
import { areaPolygon } from '../catalogue/shapes.ts';
import { sentId } from '../http/sentId.ts';
import type { Service } from '../http/service.ts';
import {
  consumptionForms,
  contractForms,
  deletions,
  type Fields,
  keyForms,
  paymentForms,
  profileForms,
  singleForms,
  statusWords,
  subscriptionForms,
} from './accountForms.ts';
import type { Answers } from './answers.ts';
import type { Forms } from './forms.ts';
import { imageForms, rightsForms, specifiedFeature } from './imageForms.ts';
import { listForms, pageFor, pageSizes } from './listForms.ts';
import {
  analyticForms,
  deliveriesForms,
  linkForms,
  orderForms,
  orderPayments,
  pricedForms,
  priceForms,
} from './orderForms.ts';
import { refusalForms, refusalResponse } from './refusalForms.ts';

export function specifiedAnswers(service: Service, forms: Forms): Answers {
  const { origin } = service;
  const base = `${origin}/api/v1`;
  const wireId = (id: string) => forms.always<string | number>('id', [id, sentId(id)]);

  const keyBody = (key: KeyState) =>
    forms.next('key', keyForms)({ ...key, sentId: wireId(key.id) }) as Fields;

  const subscriptionBody = (subscription: SubscriptionState) => {
    const status = forms.always('words', statusWords)[subscriptionStatus(subscription, service.now())];
    return forms.next('subscription', subscriptionForms)({ ...subscription, status });
  };

  const paymentBody = (payment: PaymentState) =>
    forms.next(
      'payment',
      paymentForms,
    )({
      ...payment,
      sentId: wireId(payment.id),
      sentOrderId: payment.orderId === undefined ? undefined : wireId(payment.orderId),
    });

  const orderFacts = (order: OrderState) => {
    const linkForm = forms.next('links', linkForms);
    const deliveries = forms.next('deliveries', deliveriesForms);
    return {
      id: wireId(order.id),
      self: `${base}/orders/${wireId(order.id)}`,
      status: order.status,
      payload: order.payload,
      deliveries: deliveries(order, delivery => linkForm({ origin, delivery })),
      price: forms.next('price', priceForms)(order.credits),
    };
  };
  const orderBody = (order: OrderState) => forms.next('order', orderForms)(orderFacts(order));

  const subscriptions = (_account: AccountState, list: readonly SubscriptionState[]) =>
    list.map(subscriptionBody);

  return {
    token: ({ accessToken, expiresIn }) => ({
      access_token: accessToken,
      expires_in: expiresIn,
      token_type: 'bearer',
    }),
    keys: keys => ({ items: keys.map(keyBody) }),
    createdKey: (key, secret) => ({ ...keyBody(key), secret }),
    deletedKey: () => forms.next('deletion', deletions)(),
    profile: account => forms.next('profile', profileForms)({ ...account, base }),
    contract: account =>
      forms.next('contract', contractForms)({ ...account, self: `${base}/contracts/${account.contractId}` }),
    subscriptions,
    subscription: (_account, subscription) =>
      forms.next('single', singleForms)(subscriptionBody(subscription)),
    consumption: ({ balance }, list) => {
      const sum = (pick: (subscription: SubscriptionState) => number) =>
        list.reduce((total, subscription) => total + pick(subscription), 0);
      return forms.next(
        'consumption',
        consumptionForms,
      )({
        remaining: balance,
        streamed: sum(({ streamed }) => streamed),
        allowance: sum(({ allowance }) => allowance),
        ordered: sum(({ ordered }) => ordered),
      });
    },
    payments: (_account, list) => list.map(paymentBody),
    payment: (_account, payment) => forms.next('single', singleForms)(paymentBody(payment)),
    analytics: list => list.map(forms.next('analytic', analyticForms)),
    price: ({ payload, items, total, obstacle }) => {
      if (obstacle) throw obstacle;
      return {
        payload,
        deliveries: forms.next('deliveries', pricedForms)(items),
        price: forms.next('price', priceForms)(total.credits),
      };
    },
    placed: (_account, order) => ({
      status: forms.next('placed', [200, 201] as const),
      body: orderBody(order),
    }),
    // One in a list is not wrapped.
    orders: (_account, list) => list.map(order => orderForms[0](orderFacts(order))),
    order: (_account, order, payment) => {
      if (!payment) return orderBody(order);
      const name = forms.next('payment', orderPayments);
      const body = paymentBody(payment);
      return { ...(orderForms[0](orderFacts(order)) as Fields), [name]: name === 'payments' ? [body] : body };
    },
    image: capture => {
      const id = encodeImageId(service.world, capture);
      const item = `${origin}/api/v1/items/${id}`;
      const links = forms.next(
        'image',
        imageForms,
      )({
        quicklook: `${item}/quicklook`,
        thumbnail: `${item}/thumbnail`,
        wmts: `${item}/wmts/tiles/1.0.0/default/rgb/EPSG3857/{z}/{x}/{y}.png`,
      });
      // Images of level ALBUM can't be streamed, although their links are listed.
      const granted = capture.level === 'SENSOR' ? ['browse', 'wmts'] : ['browse'];
      const rights = forms.next('rights', rightsForms)(granted);
      return specifiedFeature(service, capture, {
        id,
        geometry: areaPolygon(captureFootprint(capture)),
        links,
        rights,
      });
    },
    item: (_account, { id, category, area, source }) => {
      const item = `${origin}/api/v1/items/${id}`;
      const download = `${item}/download`;
      const links = forms.next(
        'image',
        imageForms,
      )(
        category === 'image'
          ? { quicklook: `${item}/quicklook`, thumbnail: `${item}/thumbnail`, download }
          : { download },
      );
      const rights = forms.next('rights', rightsForms)(['browse', 'download']);
      return specifiedFeature(service, source, { id, geometry: areaPolygon(area), links, rights });
    },
    found: ({ features }) => ({ type: 'FeatureCollection', features }),
    page: (name, items, question) =>
      forms.next('list', listForms)(pageFor(name, items, question, forms.always('pageSize', pageSizes))),
    refusal: refusal => refusalResponse(forms.next('refusal', refusalForms), refusal),
  };
}
