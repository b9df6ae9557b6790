import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { shownText } from '../model/words/shownText.ts';
import { abortSignalOf } from '../editor/abortSignal.ts';
import type { Log } from '../editor/log.ts';
import { describeError, logError } from '../editor/presentError.ts';
import type { Account } from '../account/account.ts';
import type { Catalog } from '../images/catalog.ts';
import type { OrderFacts } from '../orders/orderFacts.ts';
import type { Prices } from '../orders/prices.ts';
import type { SessionOwner } from '../account/session.ts';
import type { ToolDesk } from './toolDesk.ts';
import type { ToolName } from './toolInputs.ts';

export interface ToolParts {
  session: SessionOwner;
  catalog: Catalog;
  prices: Prices;
  account: Account;
  facts: () => Promise<Pick<OrderFacts, 'context'>>;
  log: Log;
}

/** Runs a tool on what a model sent, which is not checked yet. */
type RunTool = (desk: ToolDesk, given: unknown, signal: AbortSignal) => Promise<object>;

/** Each tool and what checks its input are loaded when a model first calls it. */
const tools: Record<ToolName, { doing: () => string; run: RunTool }> = {
  swath_searchImages: {
    doing: () => l10n.t('Searching satellite images'),
    run: async (desk, given, signal) => {
      const input = (await inputs()).readToolInput('swath_searchImages', given);
      return (await import('./searchImagesTool.ts')).searchImages(desk, input, signal);
    },
  },
  swath_measureCoverage: {
    doing: () => l10n.t('Measuring what images cover'),
    run: async (desk, given, signal) => {
      const input = (await inputs()).readToolInput('swath_measureCoverage', given);
      return (await import('./measureCoverageTool.ts')).measureCoverage(desk, input, signal);
    },
  },
  swath_listAnalytics: {
    doing: () => l10n.t('Reading the analytics'),
    run: async (desk, given, signal) => {
      (await inputs()).readToolInput('swath_listAnalytics', given);
      return (await import('./listAnalyticsTool.ts')).listAnalytics(desk, signal);
    },
  },
  swath_draftOrder: {
    doing: () => l10n.t('Drafting an order, which is not placed'),
    run: async (desk, given, signal) => {
      const input = (await inputs()).readToolInput('swath_draftOrder', given);
      return (await import('./draftOrderTool.ts')).draftOrder(desk, input, signal);
    },
  },
  swath_priceOrder: {
    doing: () => l10n.t('Asking what an order costs'),
    run: async (desk, given, signal) => {
      const input = (await inputs()).readToolInput('swath_priceOrder', given);
      return (await import('./priceOrderTool.ts')).priceOrder(desk, input, signal);
    },
  },
};

function inputs() {
  return import('./toolInputs.ts');
}

/**
 * Offers to language models what reads and drafts. No tool places an order, revokes a subscription or touches a key: what
 * could do so is not within their reach ({@link ToolDesk}).
 */
export function registerTools({
  session,
  catalog,
  prices,
  account,
  facts: loadFacts,
  log,
}: ToolParts): vscode.Disposable {
  async function createDesk(): Promise<ToolDesk> {
    const [{ createFoundImages }, { readingClient }, facts] = await Promise.all([
      import('./foundImages.ts'),
      import('./toolDesk.ts'),
      loadFacts(),
    ]);
    const found = createFoundImages(session, id => facts.context().imageOf?.(id));
    return { client: () => readingClient(session), catalog, prices, account, facts, found };
  }
  let desk: Promise<ToolDesk> | undefined;
  return vscode.Disposable.from(
    ...Object.entries(tools).map(([name, { doing, run }]) =>
      vscode.lm.registerTool<unknown>(name, {
        prepareInvocation: () => ({ invocationMessage: doing() }),
        invoke: async ({ input }, cancel) => {
          try {
            const told = await run(await (desk ??= createDesk()), input, abortSignalOf(cancel));
            return new vscode.LanguageModelToolResult([
              new vscode.LanguageModelTextPart(JSON.stringify(told)),
            ]);
          } catch (error) {
            logError(error, log);
            // The model reads this, and the chat shows it: it is told in words, never with a stack.
            throw new Error(shownText(describeError(error)), { cause: error });
          }
        },
      }),
    ),
  );
}
