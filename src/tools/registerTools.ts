import * as vscode from 'vscode';
import { shownText } from '../model/words/shownText.ts';
import { abortSignalOf } from '../editor/abortSignal.ts';
import { type Log, describeError, logError } from '../editor/presentError.ts';
import type { Account } from '../account/account.ts';
import type { Catalog } from '../images/catalog.ts';
import type { OrderFacts } from '../orders/orderFacts.ts';
import type { Prices } from '../orders/prices.ts';
import type { SessionOwner } from '../account/session.ts';
import type { ToolDesk } from './toolDesk.ts';
import type { ToolInput, ToolName } from './toolInputs.ts';

export interface ToolParts {
  session: SessionOwner;
  catalog: Catalog;
  prices: Prices;
  account: Account;
  facts: () => Promise<Pick<OrderFacts, 'context'>>;
  log: Log;
}

type Tool<N extends ToolName> = (desk: ToolDesk, input: ToolInput<N>, signal: AbortSignal) => Promise<object>;

const reading = () => import('./readingTools.ts');
const drafting = () => import('./draftOrderTool.ts');

/** Each tool and what checks its input are loaded when a model first calls it. */
const tools: { [N in ToolName]: () => Promise<Tool<N>> } = {
  swath_searchImages: async () => (await reading()).searchImages,
  swath_measureCoverage: async () => (await reading()).measureCoverage,
  swath_listAnalytics: async () => (await reading()).listAnalytics,
  swath_draftOrder: async () => (await drafting()).draftOrder,
  swath_priceOrder: async () => (await drafting()).priceOrder,
};

/** Runs a tool on what a model sent, which is not checked yet. */
async function runTool(name: ToolName, desk: ToolDesk, given: unknown, signal: AbortSignal): Promise<object> {
  const { readToolInput } = await import('./toolInputs.ts');
  const input = readToolInput(name, given);
  // The input of a name is that of its tool, which the compiler cannot follow.
  return (await tools[name]())(desk, input as never, signal);
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
    ...(Object.keys(tools) as ToolName[]).map(name =>
      vscode.lm.registerTool<unknown>(name, {
        invoke: async ({ input }, cancel) => {
          try {
            const told = await runTool(name, await (desk ??= createDesk()), input, abortSignalOf(cancel));
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
