import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { CommandId } from '../../base/commandId.ts';
import { safeTooltip } from '../../base/words/safeText.ts';
import { setStatusBarMessage, showInformationMessage } from '../../platform/dialogs/window.ts';
import type { Log } from '../../platform/host/presentError.ts';
import { type McpServer, type McpSource, startMcpServer } from './mcpServer.ts';
import type { ToolAnswer } from './toolAnswer.ts';

/**
 * How long the status bar shows that an agent is connected, after a call begins or ends; milliseconds. No connection
 * stays open between calls, and a model rarely thinks longer than this.
 */
const shownMs = 60_000;
const maxListed = 10;

export type Mcp = ReturnType<typeof createMcp>;

export function createMcp({ call, ...source }: McpSource, log: Log) {
  const item = vscode.window.createStatusBarItem('swath.mcp', vscode.StatusBarAlignment.Left, -1);
  item.name = 'Swath MCP';
  item.command = 'swath.showLog' satisfies CommandId;
  const calls: string[] = [];
  let count = 0;
  let hiding: NodeJS.Timeout | undefined;

  function show() {
    item.text = `$(plug) MCP: ${count}`;
    const label = l10n.t('Calls by agents: {0}', count);
    item.tooltip = safeTooltip([label, ...calls].join('\n\n'));
    item.accessibilityInformation = { label };
    item.show();
    clearTimeout(hiding);
    hiding = setTimeout(() => item.hide(), shownMs);
  }

  function begin() {
    count += 1;
    show();
  }

  /** Neither the arguments nor the answer: the log has what was requested, not what was found. */
  function end(name: string, since: number, outcome: string) {
    const line = `${name} · ${Math.round(performance.now() - since)} ms · ${outcome}`;
    log.info(`MCP: ${line}`);
    calls.unshift(line);
    calls.length = Math.min(calls.length, maxListed);
    show();
  }

  async function shownCall(name: string, input: unknown, signal: AbortSignal): Promise<ToolAnswer> {
    const since = performance.now();
    begin();
    try {
      const result = await call(name, input, signal);
      end(name, since, l10n.t('answered'));
      return result;
    } catch (error) {
      end(name, since, l10n.t('refused'));
      throw error;
    }
  }

  let starting: Promise<McpServer> | undefined;
  let isOver = false;
  const server = () =>
    (starting ??= startMcpServer({ ...source, call: shownCall }).then(started => {
      if (isOver) started.close();
      return started;
    }));

  return {
    server,
    /** For clients other than the editor's own. */
    async copyConfiguration(): Promise<void> {
      const { url, token } = await server();
      const headers = { Authorization: `Bearer ${token}` };
      const configuration = { mcpServers: { swath: { type: 'http', url, headers } } };
      await vscode.env.clipboard.writeText(`${JSON.stringify(configuration, undefined, 2)}\n`);
      setStatusBarMessage('plug', l10n.t('Copied. It works until this window closes.'), 4000);
      void showInformationMessage(
        l10n.t(
          "Agents never order or see a key: they search, draft and price. Paste it, with its token for this window, into your agent's .mcp.json.",
        ),
      );
    },
    dispose(): void {
      isOver = true;
      clearTimeout(hiding);
      item.dispose();
      void starting?.then(started => started.close());
    },
  };
}
