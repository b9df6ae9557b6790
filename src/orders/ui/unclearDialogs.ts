/** Questions about an order that was sent without a clear answer. */
import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { formatAmount, type Order } from '../../model/order/order.ts';
import { imageIdsOf, imagesOf } from '../../model/order/orderContents.ts';
import { orderKindText } from '../../model/words/kindText.ts';
import { utcText } from '../../model/words/momentText.ts';
import { shortId } from '../../model/words/shortId.ts';
import { confirm, isWaitedFor, type Attention } from '../../editor/confirm.ts';
import { showQuickPick } from '../../editor/window.ts';
import type { LookedUp } from '../lookUp.ts';
import { sentName, type OrderAttempt } from '../orderAttempts.ts';

/** Orders that a dialog names. */
const mostNamed = 5;

/** Several orders can be it, or the service does not tell enough of one. `undefined`: the user does not know either. */
export async function chooseOutcome(
  entry: OrderAttempt,
  { same, maybe }: Extract<LookedUp, { kind: 'undecided' }>,
  attention: Attention,
): Promise<Order | 'notBooked' | undefined> {
  type Item = vscode.QuickPickItem & { outcome: Order | 'notBooked' | undefined };
  const heading = (label: string): Item => ({
    label,
    kind: vscode.QuickPickItemKind.Separator,
    outcome: undefined,
  });
  const itemsOf = (orders: readonly Order[]) =>
    orders.map((order): Item => ({
      label: l10n.t('It is order {0}', order.id),
      description: factsOf(order),
      detail: contentsOf(order),
      outcome: order,
    }));
  const items: Item[] = [
    ...(same.length > 0 ? [heading(l10n.t('exactly what was sent')), ...itemsOf(same)] : []),
    ...(maybe.length > 0
      ? [heading(l10n.t('the service does not tell enough of these')), ...itemsOf(maybe)]
      : []),
    heading(l10n.t('otherwise')),
    {
      label: l10n.t('It is none of these: it was not booked'),
      detail: l10n.t('It can be ordered again then, and is paid for twice if this is wrong.'),
      outcome: 'notBooked',
    },
  ];
  const title = l10n.t('What became of "{0}", sent {1}?', nameOf(entry), utcText(entry.at));
  if (!(await isWaitedFor(attention, title))) return undefined;
  const chosen = await showQuickPick(items, {
    title,
    placeHolder: l10n.t('Escape leaves it open: it is not sent again until this is known'),
    matchOnDescription: true,
    matchOnDetail: true,
    ignoreFocusOut: true,
  });
  return chosen?.outcome;
}

/** The service lists nothing that can be it. Only after a while can the user say that it was not booked. */
export async function sureItIsNotBooked(
  entry: OrderAttempt,
  { read, near, waitMs }: Extract<LookedUp, { kind: 'notListed' }>,
  attention: Attention,
): Promise<'notBooked' | 'again' | undefined> {
  const seconds = Math.ceil(waitMs / 1000);
  const named = near.slice(0, mostNamed).map(order => `${order.id} (${factsOf(order)})`);
  const detail = [
    l10n.t('It was sent {0}, and no clear answer came.', utcText(entry.at)),
    read === 1
      ? l10n.t('The one order that the service lists is another one.')
      : l10n.t('None of the {0} orders that the service lists can be it.', read),
    ...(named.length > 0
      ? [
          l10n.t(
            'Of its kind and images, but different, and placed at about that time or later: {0}.',
            named.join(', '),
          ),
        ]
      : []),
    waitMs > 0
      ? l10n.t('It may still be on its way: look again in {0} seconds.', seconds)
      : l10n.t('If it was not booked, it can be ordered again.'),
  ].join('\n');
  const notBooked = l10n.t('It Was Not Booked');
  const again = l10n.t('Look Again');
  const question = l10n.t('The service does not list "{0}".', nameOf(entry));
  // The first one is that which costs nothing when it is wrong.
  const buttons = waitMs > 0 ? [again] : [again, notBooked];
  const answer = await confirm(attention, { question, detail, buttons });
  if (answer === again) return 'again';
  return answer === notBooked ? 'notBooked' : undefined;
}

function factsOf({ status, price, createdAt }: Order): string {
  const parts = [status, price && formatAmount(price), createdAt === undefined ? '' : utcText(createdAt)];
  return parts.filter(Boolean).join(' · ');
}

function contentsOf(order: Order): string {
  const images = imageIdsOf(order).map(shortId);
  const parts = [
    order.kind === undefined ? '' : orderKindText(order.kind),
    order.title ?? '',
    images.length > 0 ? l10n.t('images {0}', images.join(', ')) : l10n.t('images not told'),
  ];
  return parts.filter(Boolean).join(' · ');
}

/** Orders of products have no title: their images tell them apart. */
export function nameOf(entry: Pick<OrderAttempt, 'title' | 'orderKind' | 'body'>): string {
  const images = imagesOf(entry.body).map(shortId).join(', ');
  return sentName(entry) || [orderKindText(entry.orderKind), images].filter(Boolean).join(' ');
}
