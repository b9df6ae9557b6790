import * as vscode from 'vscode';
import { shownText } from '../model/words/shownText.ts';
import { abortSignalOf } from '../editor/abortSignal.ts';
import { type Log, logError } from '../editor/presentError.ts';
import type { OrderFacts } from '../orders/orderFacts.ts';
import type { SessionOwner } from '../account/session.ts';
import type { Mcp } from './mcp.ts';
import type { ToolDesk } from './toolDesk.ts';
import type { ToolInput, ToolName } from './toolInputs.ts';

export interface ToolParts extends Pick<
  ToolDesk,
  'catalog' | 'prices' | 'account' | 'orders' | 'subscriptions' | 'reportFacts'
> {
  session: SessionOwner;
  facts: () => Promise<Pick<OrderFacts, 'context'>>;
  /** Its manifest declares the tools. */
  extension: Pick<vscode.Extension<unknown>, 'packageJSON'>;
  log: Log;
}

export interface RegisteredTools extends vscode.Disposable {
  copyMcpConfiguration(): Promise<void>;
}

type Tool<N extends ToolName> = (desk: ToolDesk, input: ToolInput<N>, signal: AbortSignal) => Promise<object>;

const reading = () => import('./readingTools.ts');
const ofAccount = () => import('./accountTools.ts');
const drafting = () => import('./draftOrderTool.ts');

/** Each tool and its input validation are loaded when a model first calls it. */
const tools: { [N in ToolName]: () => Promise<Tool<N>> } = {
  swath_searchImages: async () => (await reading()).searchImages,
  swath_measureCoverage: async () => (await reading()).measureCoverage,
  swath_listAnalytics: async () => (await reading()).listAnalytics,
  swath_draftOrder: async () => (await drafting()).draftOrder,
  swath_priceOrder: async () => (await drafting()).priceOrder,
  swath_listOrders: async () => (await ofAccount()).listOrders,
  swath_reportSummary: async () => (await ofAccount()).reportSummary,
  swath_readAccount: async () => (await ofAccount()).readAccount,
};

/** Runs a tool on a model's input, which isn't validated yet. */
async function runTool(name: ToolName, desk: ToolDesk, given: unknown, signal: AbortSignal): Promise<object> {
  const { readToolInput } = await import('./toolInputs.ts');
  const input = readToolInput(name, given);
  // The input type of a name is that of its tool, which the compiler can't infer.
  return (await tools[name]())(desk, input as never, signal);
}

interface Declared {
  name: ToolName;
  displayName: string;
  modelDescription: string;
  inputSchema: object;
}

/** The only tools that change something in the editor: a draft opens, a price is shown. */
const drafts: readonly ToolName[] = ['swath_draftOrder', 'swath_priceOrder'];

/**
 * Offers language models the tools that read and draft: to the editor's chat, and by the Model Context Protocol to any
 * client. No tool places an order, revokes a subscription or touches a key: they have no access to anything that could
 * ({@link ToolDesk}).
 */
export function registerTools({
  session,
  facts: loadFacts,
  extension,
  log,
  ...given
}: ToolParts): RegisteredTools {
  async function createDesk(): Promise<ToolDesk> {
    const [{ createFoundImages }, { readingClient }, facts] = await Promise.all([
      import('./foundImages.ts'),
      import('./toolDesk.ts'),
      loadFacts(),
    ]);
    const found = createFoundImages(session, id => facts.context().imageOf?.(id));
    return { ...given, client: () => readingClient(session), facts, found };
  }
  let desk: Promise<ToolDesk> | undefined;

  /** @throws a message in words, which the model reads and the chat shows; never a stack trace */
  async function run(name: ToolName, input: unknown, signal: AbortSignal): Promise<object> {
    try {
      return await runTool(name, await (desk ??= createDesk()), input, signal);
    } catch (error) {
      logError(error, log);
      const { toolFailure } = await import('./toolFailure.ts');
      throw new Error(shownText(toolFailure(error)), { cause: error });
    }
  }

  const { version, contributes } = extension.packageJSON as {
    version: string;
    contributes: { languageModelTools: readonly Declared[] };
  };
  let mcp: Promise<Mcp> | undefined;
  const startMcp = async () => {
    const offered = contributes.languageModelTools.map(
      ({ name, displayName, modelDescription, inputSchema }) => ({
        ...{ name, title: displayName, description: modelDescription, inputSchema },
        isReadOnly: !drafts.includes(name),
      }),
    );
    const call = (name: string, input: unknown, signal: AbortSignal) => run(name as ToolName, input, signal);
    return (await import('./mcp.ts')).createMcp({ version, tools: offered, call }, log);
  };
  const titleOf = (name: ToolName) =>
    contributes.languageModelTools.find(tool => tool.name === name)?.displayName ?? name;
  const neededMcp = () => (mcp ??= startMcp());

  const registered = vscode.Disposable.from(
    ...(Object.keys(tools) as ToolName[]).map(name =>
      vscode.lm.registerTool<unknown>(name, {
        prepareInvocation: async () =>
          (await import('./toolConfirmation.ts')).confirmationOf(name, titleOf(name)),
        invoke: async ({ input }, cancel) => {
          const told = await run(name, input, abortSignalOf(cancel));
          return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(JSON.stringify(told))]);
        },
      }),
    ),
    vscode.lm.registerMcpServerDefinitionProvider('swath.tools', {
      // Nothing listens until a client starts the server; only then its address is known.
      provideMcpServerDefinitions: () => [
        new vscode.McpHttpServerDefinition('Swath', vscode.Uri.parse('http://127.0.0.1'), {}, version),
      ],
      resolveMcpServerDefinition: async definition => {
        if (!(definition instanceof vscode.McpHttpServerDefinition)) return undefined;
        const { url, token } = await (await neededMcp()).server();
        definition.uri = vscode.Uri.parse(url);
        definition.headers = { Authorization: `Bearer ${token}` };
        return definition;
      },
    }),
  );
  return {
    copyMcpConfiguration: async () => (await neededMcp()).copyConfiguration(),
    dispose() {
      registered.dispose();
      void mcp?.then(one => one.dispose());
    },
  };
}
