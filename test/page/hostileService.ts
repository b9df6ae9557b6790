import type { ServedSandbox } from '../../src/sandbox/serve.ts';

/** A text as nobody writes it: links that run commands, an icon, controls that turn amounts round, a tag, a new line. */
export const hostileText =
  '[Repair](command:workbench.action.openSettings) $(flame) \u202e49 credits\u2067 <img src=x onerror=document.title=1> javascript:alert(1) https://evil.test\nשלום 12';

/** Members that are read to a person and decide nothing, or that Swath only shows. */
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

/** Where a link leads that was asked for as a picture, a tile or a download, below the service's address. */
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
 * Makes a service say hostile texts wherever it says something, and lead every link to what changes the account. What
 * it is sent it does as before, so that its log tells what would have happened.
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
  if (Array.isArray(value)) return value.map(one => alter(one, origin, name));
  if (typeof value !== 'object' || value === null) return value;
  const link = linkFor(name);
  if (link !== undefined && 'href' in value) return { ...value, href: origin + link };
  return Object.fromEntries(
    Object.entries(value).map(([member, one]) => [member, alter(one, origin, member)]),
  );
}

/** One kind of text has no end. */
function hostile(name: string): string {
  return name === 'description' || name === 'vendor' ? hostileText.repeat(700) : hostileText;
}
