/**
 * The page's half of the extension "MCP Apps": JSON-RPC by messages with the client that shows it, which calls itself
 * the host. https://modelcontextprotocol.io/extensions/apps/overview
 */
import { isRecord } from '../../src/base/fields.ts';
import { openLinkTool } from '../../src/protocol/answerMap.ts';

const revision = '2026-01-26';

export interface HostContext {
  theme?: unknown;
  styles?: unknown;
}

export type ConversationHost = Awaited<ReturnType<typeof connectHost>>;

interface Listener {
  onContext: (context: HostContext) => void;
  /** The result of the tool that the page was opened for, which isn't checked. */
  onResult: (result: Record<string, unknown>) => void;
}

/**
 * Introduces the page to the host. What isn't from the host's window is ignored.
 *
 * @param content the host makes the frame as high as this
 */
export async function connectHost(content: Element, { onContext, onResult }: Listener) {
  const waiting = new Map<number, (answer: Record<string, unknown>) => void>();
  let count = 0;

  const send = (message: object) => {
    window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  };
  const ask = (method: string, params: object) =>
    new Promise<Record<string, unknown>>(resolve => {
      count += 1;
      waiting.set(count, resolve);
      send({ id: count, method, params });
    });
  const isDone = ({ error, result }: Record<string, unknown>) =>
    error === undefined && isRecord(result) && result.isError !== true;

  function receive({ id, method, params, ...answer }: Record<string, unknown>) {
    if (typeof method !== 'string') {
      const resolve = waiting.get(Number(id));
      waiting.delete(Number(id));
      resolve?.(answer);
    } else if (id !== undefined) {
      // `ping` and `ui/resource-teardown`: the page has nothing to save.
      const isKnown = method === 'ping' || method === 'ui/resource-teardown';
      send(isKnown ? { id, result: {} } : { id, error: { code: -32_601, message: 'Method not found' } });
    } else if (isRecord(params)) {
      if (method === 'ui/notifications/tool-result') onResult(params);
      if (method === 'ui/notifications/host-context-changed') onContext(params);
    }
  }
  window.addEventListener('message', ({ source, data }: MessageEvent<unknown>) => {
    if (source === window.parent && isRecord(data)) receive(data);
  });

  const { result } = await ask('ui/initialize', {
    protocolVersion: revision,
    appInfo: { name: 'swath', title: 'Swath', version: '1' },
    appCapabilities: { availableDisplayModes: ['inline'] },
  });
  const { hostCapabilities, hostContext } = isRecord(result) ? result : {};
  if (isRecord(hostContext)) onContext(hostContext);
  send({ method: 'ui/notifications/initialized', params: {} });
  const reportSize = () => {
    const { height } = content.getBoundingClientRect();
    send({ method: 'ui/notifications/size-changed', params: { height: Math.ceil(height) } });
  };
  new ResizeObserver(reportSize).observe(content);

  return {
    /** Whether the host opened it. The user is asked in the editor before anything opens. */
    async openLink(link: string): Promise<boolean> {
      // By the server, in the window that answered. Some hosts open web addresses only.
      const can = isRecord(hostCapabilities) ? hostCapabilities : {};
      if (can.serverTools !== undefined) {
        const called = await ask('tools/call', { name: openLinkTool, arguments: { link } });
        if (isDone(called)) return true;
      }
      return can.openLinks !== undefined && isDone(await ask('ui/open-link', { url: link }));
    },
  };
}
