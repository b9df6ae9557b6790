import type { ServedSandbox } from '../../src/sandbox/serve.ts';

/** An exaggerated hostile text: command links, an icon, controls that reverse amounts, a tag, a line break. */
export const hostileText =
  '[Repair](command:workbench.action.openSettings) $(flame) \u202e49 credits\u2067 <img src=x onerror=document.title=1> javascript:alert(1) https://evil.test\nשלום 12';

/** Members that are shown to the user, but don't affect the behavior of Swath. */
const texts = new Set([
  'title',
  'name',
  'description',
  'companyName',
  'workspaceName',
  'vendor',
  'message',
  'hint',
  'error_description',
  'balanceUnit',
  'amountUnit',
  'parentIdentifier',
  'platform',
  'organisationName',
  'productType',
  'offers',
  'roles',
]);

/** Target of a link that is requested as a picture, tile or download, relative to the service's address. */
function linkFor(name: string): string | undefined {
  switch (name) {
    case 'thumbnail':
    case 'quicklook':
    case 'download':
      return '/api/v1/subscriptions/3429a607-a99e-4969-9408-8d1475944d9c/revoke';
    case 'wmts':
    case 'imagesWmts':
      return '/api/v1/orders';
    default:
      return undefined;
  }
}

/**
 * Makes a service return hostile texts everywhere, and makes every link lead to a request that changes the account. The
 * service still executes the requests, so its log shows what would have happened.
 */
export function makeHostile({ sandbox, origin }: ServedSandbox): void {
  const honest = sandbox.fetch.bind(sandbox);
  sandbox.fetch = async request => {
    const answer = await honest(request);
    if (!answer.headers.get('content-type')?.includes('json')) return answer;
    const altered = alter(await answer.json(), origin);
    return new Response(JSON.stringify(altered), { status: answer.status, headers: answer.headers });
  };
}

function alter(value: unknown, origin: string, name = ''): unknown {
  if (typeof value === 'string') return texts.has(name) ? hostile(name) : value;
  if (Array.isArray(value)) return value.map(item => alter(item, origin, name));
  if (typeof value !== 'object' || value === null) return value;
  const link = linkFor(name);
  if (link !== undefined && 'href' in value) return { ...value, href: origin + link };
  return Object.fromEntries(
    Object.entries(value).map(([member, child]) => [member, alter(child, origin, member)]),
  );
}

/** Two of the texts are extremely long. */
function hostile(name: string): string {
  return name === 'description' || name === 'vendor' ? hostileText.repeat(700) : hostileText;
}
