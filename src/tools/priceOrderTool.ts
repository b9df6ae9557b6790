import { balanceAfter, formatAmount } from '../model/order/order.ts';
import { orderFilePattern, requireOrderBody } from '../editor/orderDocument.ts';
import { balanceOfNow } from '../account/account.ts';
import { valueOf } from '../editor/reading.ts';
import type { ToolDesk } from './toolDesk.ts';
import { toldProblems, toolDocument } from './toolDocument.ts';
import type { ToolInput } from './toolInputs.ts';

/** Asks the service what an order file costs. Nothing is ordered. The lens above the file shows the price as well. */
export async function priceOrder(
  desk: ToolDesk,
  { file }: ToolInput<'swath_priceOrder'>,
  signal: AbortSignal,
): Promise<object> {
  const body = requireOrderBody(await toolDocument(file, orderFilePattern));
  await desk.client();
  const { orderWork } = await import('../model/order/orderWork.ts');
  const problems = orderWork.checkOrder(body, desk.facts.context());
  if (problems.some(({ severity }) => severity === 'error')) {
    return { priced: false, problems: toldProblems(problems), next: 'Nothing was asked: mend these first.' };
  }
  const asked = await desk.prices.ask(body, signal);
  switch (asked.kind) {
    case 'failed':
      throw asked.error;
    case 'cancelled':
      return { priced: false, next: 'The question was cancelled.' };
    case 'priced': {
      const { total, isEstimate, areaKm2, perDelivery, notOrderable } = asked.price;
      await balanceOfNow(desk.account);
      const known = desk.account.current.peek();
      const balance = valueOf(known)?.contract.balance;
      const after = balanceAfter(balance, total);
      return {
        priced: true,
        price: formatAmount(total),
        isEstimate,
        areaKm2,
        perDelivery: perDelivery.map(({ imageId, amount }) => ({ imageId, price: formatAmount(amount) })),
        ...(balance ? { balance: formatAmount(balance) } : {}),
        ...(known.kind === 'ready' ? { balanceReadAt: new Date(known.at).toISOString() } : {}),
        ...(after ? { balanceAfter: formatAmount(after), isEnough: after.value >= 0 } : {}),
        ...(notOrderable === undefined ? {} : { notOrderable }),
        problems: toldProblems(problems),
        next: 'Only the user can place the order, with the line above its text.',
      };
    }
  }
}
