import * as vscode from 'vscode';
import { toAbortSignal } from '../../platform/host/abortSignal.ts';
import { loadOnce } from '../../platform/host/loadOnce.ts';
import type { LinkOutcome } from '../links/index.ts';
import type { Mcp } from './mcp.ts';
import type { RunnerParts } from './runTool.ts';
import type { ToolAnswer } from './toolAnswer.ts';
import type { ToolName } from './toolInputs.ts';

export interface ToolParts extends RunnerParts {
  /** Its manifest declares the tools. */
  extension: Pick<vscode.Extension<unknown>, 'packageJSON' | 'extensionUri'>;
  /** Asks the user whether to open a link of Swath, and opens it. */
  openLink: (query: string) => Promise<LinkOutcome>;
}

interface Declared {
  name: ToolName;
  displayName: string;
  modelDescription: string;
  inputSchema: object;
}

export type RegisteredTools = ReturnType<typeof registerTools>;

/**
 * Offers language models the tools that read and draft: to the editor's chat, and by the Model Context Protocol to any
 * client. No tool places an order, revokes a subscription or touches a key: they have no access to anything that could
 * (`toolDesk.ts`).
 */
export function registerTools({ extension, openLink, ...parts }: ToolParts) {
  const runner = loadOnce(async () => (await import('./runTool.ts')).createToolRunner(parts));

  async function run(name: ToolName, input: unknown, signal: AbortSignal): Promise<ToolAnswer> {
    return (await runner())(name, input, signal);
  }

  const { version, contributes } = extension.packageJSON as {
    version: string;
    contributes: { languageModelTools: readonly Declared[] };
  };
  let mcp: Promise<Mcp> | undefined;
  const startMcp = async () => {
    const [{ createMcp }, { conversationPage }, { outputSchema }, { toolTraits }] = await Promise.all([
      import('./mcp.ts'),
      import('./conversationPage.ts'),
      import('./toolOutputs.ts'),
      import('./toolTraits.ts'),
    ]);
    const offered = contributes.languageModelTools.map(
      ({ name, displayName, modelDescription, inputSchema }) => ({
        name,
        title: displayName,
        description: modelDescription,
        inputSchema,
        outputSchema: outputSchema(name),
        isReadOnly: !toolTraits[name].isChanging,
        hasMap: toolTraits[name].hasMap,
      }),
    );
    const call = (name: string, input: unknown, signal: AbortSignal) => run(name as ToolName, input, signal);
    const distUri = vscode.Uri.joinPath(extension.extensionUri, 'dist');
    return createMcp(
      {
        version,
        tools: offered,
        call,
        mapPage: () => conversationPage(distUri),
        openLink: link => openLink(link.slice(link.indexOf('?') + 1)),
      },
      parts.log,
    );
  };
  const neededMcp = () => (mcp ??= startMcp());

  const registered = vscode.Disposable.from(
    ...contributes.languageModelTools.map(({ name, displayName }) =>
      vscode.lm.registerTool<unknown>(name, {
        prepareInvocation: async ({ input }) =>
          (await import('./toolConfirmation.ts')).toolConfirmation(name, displayName, input),
        invoke: async ({ input }, cancel) => {
          const { result } = await run(name, input, toAbortSignal(cancel));
          return new vscode.LanguageModelToolResult([
            new vscode.LanguageModelTextPart(JSON.stringify(result)),
          ]);
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
      void mcp?.then(loaded => loaded.dispose());
    },
  };
}
