import * as l10n from '@vscode/l10n';
import type { Client } from '../api/client.ts';
import { isApiError } from '../api/errors.ts';
import type { Fetch } from '../api/http.ts';
import { probe, readCertificate, type Probe } from '../api/probe.ts';
import type { Services } from '../model/account/account.ts';
import type { Connection } from '../model/account/connection.ts';
import { formatAmount, orderKinds } from '../model/order/order.ts';
import type { Subscription } from '../model/account/subscription.ts';
import { signedInOf, type Session } from './session.ts';
import { escapedMarkdown } from '../model/words/plainMarkdown.ts';

const marks: Record<Finding['level'], string> = { good: '✓', warning: '⚠', problem: '✗', skipped: '–' };

/**
 * A diagnosis as Markdown, fit to be sent to support.
 *
 * @param about name and value of what the diagnosis was made with: versions, connection, time
 */
export function diagnosisText(
  about: readonly (readonly [string, string])[],
  sections: readonly Section[],
): string {
  const findings = sections.flatMap(section => section.findings);
  const worst = findings.filter(({ level }) => level === 'problem' || level === 'warning');
  const summary =
    worst.length === 0
      ? l10n.t('No problems found.')
      : l10n.t('{0} of {1} checks need attention.', worst.length, findings.length);
  const blocks = sections.map(
    ({ title, findings: list }) => `## ${title}\n\n${list.map(lineOf).join('\n')}\n`,
  );
  return [
    `# ${l10n.t('Swath connection diagnosis')}\n`,
    `${about.map(([name, value]) => `- ${name}: ${escapedMarkdown(value)}`).join('\n')}\n`,
    `**${summary}** ${l10n.t('This report contains no key and no token.')}\n`,
    ...blocks,
  ].join('\n');
}

function lineOf({ level, text, advice }: Finding): string {
  return `- ${marks[level]} ${escapedMarkdown(text)}${advice === undefined ? '' : `\n  → ${advice}`}`;
}

/** One thing that was looked at. `skipped` was not, and says why. */
export interface Finding {
  level: 'good' | 'warning' | 'problem' | 'skipped';
  text: string;
  /** What to do about it. */
  advice?: string;
}

export interface Section {
  title: string;
  findings: readonly Finding[];
}

export interface DiagnosisParts {
  session: Session;
  connection: Connection;
  fetch: Fetch;
  /** Requests go straight to the hosts, so that a handshake shows what they meet. */
  isDirect: boolean;
  /** How requests leave this machine, in words and without credentials. */
  routes: readonly string[];
  hasKey: boolean;
  now: () => number;
  /** The looks at a host; tests bring their own. */
  looks?: { probe: typeof probe; readCertificate: typeof readCertificate };
}

/** Tokens are timed: with a clock further off than this, ms, they are taken for expired or not yet valid. */
const mostClockSkewMs = 30_000;

/**
 * Looks at everything that can stand between a person and the service. Sends the key only under a session that is
 * signed in, and there no more than any other call does: a refused key is not tried.
 */
export async function diagnose(parts: DiagnosisParts, signal?: AbortSignal): Promise<Section[]> {
  const hosts = await examineHosts(parts, signal);
  const network = {
    title: l10n.t('Network'),
    findings: parts.routes.map((text): Finding => ({ level: 'good', text })),
  };
  const signedIn = signedInOf(parts.session);
  if (!signedIn) return [hosts, network, keyNotTried(parts)];
  const client = await signedIn.client();
  return [hosts, network, await examineKey(client, signal), ...(await examineAccount(client, signal))];
}

const addresses = [
  ['baseUrl', () => l10n.t('Account and ordering')],
  ['searchUrl', () => l10n.t('Search')],
  ['authUrl', () => l10n.t('Authentication')],
  ['accessUrl', () => l10n.t('Download')],
] as const;

async function examineHosts(parts: DiagnosisParts, signal: AbortSignal | undefined): Promise<Section> {
  const { connection, looks = { probe, readCertificate } } = parts;
  const findings = await Promise.all(
    addresses.map(async ([name, label]) => {
      const address = connection[name];
      const [seen, certificate] = await Promise.all([
        looks.probe(parts.fetch, address, parts.now, signal),
        parts.isDirect ? certificateOf(looks.readCertificate, address, signal) : [],
      ]);
      return [hostFinding(`${label()} (${address})`, seen), ...clockFindings(seen), ...certificate];
    }),
  );
  return { title: l10n.t('Hosts'), findings: findings.flat() };
}

function hostFinding(name: string, { status, milliseconds, failure }: Probe): Finding {
  const took = Math.round(milliseconds);
  if (status === undefined) {
    return {
      level: 'problem',
      text: l10n.t("{0}: can't be reached, {1}", name, failure ?? l10n.t('no answer')),
      advice: l10n.t('Check the address in swath.connections, the network, and any proxy or firewall.'),
    };
  }
  return { level: 'good', text: l10n.t('{0}: reached in {1} ms (status {2})', name, took, status) };
}

function clockFindings({ clockAheadMs }: Probe): Finding[] {
  if (clockAheadMs === undefined || Math.abs(clockAheadMs) <= mostClockSkewMs) return [];
  const seconds = Math.round(Math.abs(clockAheadMs) / 1000);
  return [
    {
      level: 'warning',
      text:
        clockAheadMs > 0
          ? l10n.t("This machine's clock is {0} s behind the service.", seconds)
          : l10n.t("This machine's clock is {0} s ahead of the service.", seconds),
      advice: l10n.t('Set the clock. Tokens depend on the time.'),
    },
  ];
}

async function certificateOf(
  look: typeof readCertificate,
  address: string,
  signal: AbortSignal | undefined,
): Promise<Finding[]> {
  if (new URL(address).protocol !== 'https:') return [];
  const host = new URL(address).host;
  try {
    const { protocol, subject, issuer, validTo, distrust } = await look(address, signal);
    const said = [
      protocol,
      subject,
      issuer && l10n.t('issued by {0}', issuer),
      validTo && l10n.t('valid until {0}', validTo),
    ]
      .filter(Boolean)
      .join(', ');
    if (distrust === undefined) return [{ level: 'good', text: `TLS ${host}: ${said}` }];
    return [
      {
        level: 'warning',
        text: l10n.t("TLS {0}: {1}; Node doesn't trust it ({2})", host, said, distrust),
        advice: l10n.t(
          'If the host can be reached anyway, the system trusts its certificate. Otherwise set "certificateAuthority" of the connection.',
        ),
      },
    ];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [{ level: 'skipped', text: l10n.t('TLS {0}: no handshake ({1})', host, reason) }];
  }
}

function keyNotTried({ session, hasKey }: DiagnosisParts): Section {
  const title = l10n.t('API key');
  if (session.kind === 'refused') {
    const { at, keyWasAccepted, serverMessage } = session.refusal;
    const when = new Date(at).toISOString();
    const advice = keyWasAccepted
      ? l10n.t(
          'The service accepted this key before. Access is suspended for a while, or the key has expired or was deleted.',
        )
      : l10n.t(
          'The service answers a wrong key and suspended access the same way. Compare the key with your account page.',
        );
    const text = l10n.t('Refused at {0}.', when) + (serverMessage ? ` "${serverMessage}"` : '');
    const skipped = l10n.t('Not sent again: another refusal can extend a suspension.');
    return {
      title,
      findings: [
        { level: 'problem', text, advice },
        { level: 'skipped', text: skipped },
      ],
    };
  }
  const text = hasKey
    ? l10n.t("A key is stored, but you're not signed in. It was not sent.")
    : l10n.t('No key is stored for this connection.');
  return { title, findings: [{ level: 'skipped', text, advice: l10n.t('Sign in.') }] };
}

async function examineKey(client: Client, signal: AbortSignal | undefined): Promise<Section> {
  const findings: Finding[] = [
    await attempt(
      client.signIn(signal).then(() => l10n.t('received')),
      l10n.t('Token for imagery and account (client id IDP)'),
      'problem',
    ),
  ];
  // Once the key is refused, nothing more is sent with it.
  if (findings[0]?.level === 'good') {
    const run = client.keys(signal).then(keys => l10n.t('received, {0} keys', keys.length));
    findings.push(await attempt(run, l10n.t('Token for key management (client id AAA)'), 'warning'));
  }
  return { title: l10n.t('API key'), findings };
}

async function examineAccount(client: Client, signal: AbortSignal | undefined): Promise<Section[]> {
  const profile = await client.profile(signal).catch((error: unknown) => failed(error));
  const title = l10n.t('Account');
  if ('level' in profile) return [{ title, findings: [profile] }];
  const { contract } = profile;
  const services = await client.services(signal).then(rolesFinding, (error: unknown) => failed(error));
  const subscriptions = await client
    .subscriptions(contract.id, {}, signal)
    .then(subscriptionFindings, (error: unknown) => [failed(error)]);
  const status = contract.status?.toLowerCase();
  const isUsable = status === undefined || status === 'active' || status === 'created';
  const text = l10n.t(
    'Contract {0}: {1}, {2}',
    contract.id,
    contract.status ?? l10n.t('status unknown'),
    contract.balance ? formatAmount(contract.balance) : l10n.t('balance unknown'),
  );
  return [
    { title, findings: [{ level: isUsable ? 'good' : 'problem', text }, services] },
    { title: l10n.t('Subscriptions and orders'), findings: subscriptions },
  ];
}

function rolesFinding(services: Services): Finding {
  const granted = Object.keys(services).filter(name => services[name]);
  const text = l10n.t('Roles: {0}', granted.join(', ') || l10n.t('none'));
  return { level: granted.length > 0 ? 'good' : 'warning', text };
}

function subscriptionFindings(subscriptions: readonly Subscription[]): Finding[] {
  // A status that is not known may be a good one.
  const active = subscriptions.filter(one => !['pending', 'suspended', 'revoked'].includes(one.status ?? ''));
  const told = active.map((one): Finding => ({
    level: 'good',
    text: [one.title ?? one.id, one.kind, one.status].filter(Boolean).join(' · '),
  }));
  const saysOffers = active.some(one => one.offers.length > 0);
  const kinds = orderKinds.map((kind): Finding => {
    const payers = active.filter(one => one.offers.includes(kind)).map(one => one.title ?? one.id);
    if (payers.length > 0)
      return { level: 'good', text: l10n.t('{0}: paid by {1}', kind, payers.join(', ')) };
    const advice = l10n.t('Orders of this kind are refused without a subscription for them.');
    return saysOffers
      ? { level: 'warning', text: l10n.t('{0}: no active subscription pays for it', kind), advice }
      : {
          level: 'skipped',
          text: l10n.t("{0}: the service doesn't report what its subscriptions offer", kind),
        };
  });
  const none: Finding[] =
    active.length > 0 ? [] : [{ level: 'warning', text: l10n.t('No subscription is active.') }];
  return [...none, ...told, ...kinds];
}

async function attempt(run: Promise<string>, name: string, level: 'problem' | 'warning'): Promise<Finding> {
  return run.then(
    (text): Finding => ({ level: 'good', text: `${name}: ${text}` }),
    (error: unknown): Finding => ({ ...failed(error), level, text: `${name}: ${failed(error).text}` }),
  );
}

function failed(error: unknown): Finding {
  if (!isApiError(error)) throw error;
  const id = error.details.correlationId;
  const text = id === undefined ? error.message : l10n.t('{0} (correlation id {1})', error.message, id);
  return { level: 'problem', text: `${error.kind}: ${text}` };
}
