import * as l10n from '@vscode/l10n';
import { labeled } from '../../base/words/labeled.ts';
import { markdownDocument, plainMarkdown, plainWithAddresses } from '../../base/words/plainMarkdown.ts';
import type { Services } from '../../service/rules/account.ts';
import { type AddressName, addressNames, type Connection } from '../../service/rules/connection.ts';
import { orderKindText, statusText, unusualStatus } from '../../service/rules/kindText.ts';
import { formatAmount, orderKinds, paidOrderKinds } from '../../service/rules/order.ts';
import type { Subscription } from '../../service/rules/subscription.ts';
import type { Client } from '../../service/wire/client.ts';
import { ApiError } from '../../service/wire/errors.ts';
import type { Fetch } from '../../service/wire/http.ts';
import { type Probe, probe, readCertificate } from '../../service/wire/probe.ts';
import { technicalText } from '../../platform/host/userError.ts';
import { asSignedIn, type Session } from '../../session/session.ts';
import { whyNotPaid } from '../orders/rules/index.ts';
import { subscriptionKindText } from './rules/subscriptionText.ts';

const marks: Record<Finding['level'], string> = { good: '✓', warning: '⚠', problem: '✗', skipped: '–' };

/** What an address of the service is for, as the steps of a connection name it. */
export function addressText(name: AddressName): string {
  switch (name) {
    case 'baseUrl':
      return l10n.t('Account and Orders');
    case 'searchUrl':
      return l10n.t('Image Search');
    case 'authUrl':
      return l10n.t('Authentication');
    case 'accessUrl':
      return l10n.t('Pictures and Downloads');
  }
}

/**
 * A diagnosis in Markdown that can be sent to support.
 *
 * @param about the circumstances of the diagnosis: time, versions
 */
export function diagnosisText(title: string, about: readonly string[], sections: readonly Section[]): string {
  const findings = sections.flatMap(section => section.findings);
  const worst = findings.filter(({ level }) => level === 'problem' || level === 'warning');
  const summary = l10n.t('{0} of {1} checks need attention.', worst.length, findings.length);
  return markdownDocument(
    title,
    about.map(line => `- ${plainWithAddresses(line)}`),
    `${summary} ${l10n.t('This report contains no key and no token.')}`,
    ...sections.flatMap(({ title: heading, findings: list }) => [
      [`## ${plainMarkdown(heading)}`],
      list.map(findingLine),
    ]),
  );
}

/** The advice is on a line of its own. */
function findingLine({ level, text, advice }: Finding): string {
  const finding = `- ${marks[level]} ${plainWithAddresses(text)}`;
  return advice === undefined ? finding : `${finding}  \n  → ${plainWithAddresses(advice)}`;
}

/** One check. `skipped` means that it wasn't run; the text says why. */
export interface Finding {
  level: 'good' | 'warning' | 'problem' | 'skipped';
  text: string;
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
  /** Whether requests go straight to the hosts (no proxy), so that a handshake shows what they reach. */
  isDirect: boolean;
  /** The settings that decide how requests leave this machine, as `setting: value`, without credentials. */
  routes: readonly string[];
  now: () => number;
  /** What happened, in a sentence for the user. */
  describe: (error: unknown) => string;
  /** The checks of a host; replaced in tests. */
  checks?: { probe: typeof probe; readCertificate: typeof readCertificate };
}

/** Tokens are time-limited: if the clock is off by more than this, milliseconds, they look expired or not yet valid. */
const maxClockSkewMs = 30_000;

/**
 * Checks everything that can come between the user and the service. Sends the key only in a signed-in session, and no
 * more often than any other call does: a refused key isn't tried.
 */
export async function diagnose(parts: DiagnosisParts, signal?: AbortSignal): Promise<Section[]> {
  const hosts = await examineHosts(parts, signal);
  const routes = parts.routes.map((text): Finding => ({ level: 'good', text }));
  const network: Section[] = routes.length === 0 ? [] : [{ title: l10n.t('Network'), findings: routes }];
  const signedIn = asSignedIn(parts.session);
  if (!signedIn) return [hosts, ...network, keyNotTried(parts)];
  const client = await signedIn.client();
  const failed: Failed = error => {
    if (!(error instanceof ApiError)) throw error;
    return { level: 'problem', text: `${parts.describe(error)} (${technicalText(error)})` };
  };
  const account = () => examineAccount(client, failed, signal);
  return [hosts, ...network, await examineKey(client, failed, signal), ...(await account())];
}

/** The finding of a failed call. Throws errors that are none of the service. */
type Failed = (error: unknown) => Finding;

async function examineHosts(parts: DiagnosisParts, signal: AbortSignal | undefined): Promise<Section> {
  const { connection, checks = { probe, readCertificate } } = parts;
  const findings = await Promise.all(
    addressNames.map(async name => {
      const address = connection[name];
      const [seen, certificate] = await Promise.all([
        checks.probe(parts.fetch, address, parts.now, signal),
        parts.isDirect ? certificateFindings(checks.readCertificate, address, signal) : [],
      ]);
      return [hostFinding(`${addressText(name)} (${address})`, seen), ...clockFindings(seen), ...certificate];
    }),
  );
  return { title: l10n.t('Hosts'), findings: findings.flat() };
}

function hostFinding(name: string, { status, milliseconds, failure = '', cause }: Probe): Finding {
  const took = Math.round(milliseconds);
  if (status === undefined) {
    return {
      level: 'problem',
      text: l10n.t("Can't reach {0}: {1}", name, cause === undefined ? failure : `${failure} (${cause})`),
      advice: l10n.t('Check the address with "Edit Connection…", the network, and any proxy or firewall.'),
    };
  }
  // The root of a service is often nothing: `probe` looks only for an answer.
  const text =
    status < 400
      ? l10n.t('{0}: reached in {1} ms (status {2})', name, took, status)
      : l10n.t(
          '{0}: reached in {1} ms (answers {2} to this check, which needs only an answer)',
          name,
          took,
          status,
        );
  return { level: 'good', text };
}

function clockFindings({ clockAheadMs }: Probe): Finding[] {
  if (clockAheadMs === undefined || Math.abs(clockAheadMs) <= maxClockSkewMs) return [];
  const seconds = Math.round(-clockAheadMs / 1000);
  return [
    {
      level: 'warning',
      text: l10n.t("This machine's clock differs from the service's by {0} s.", seconds),
      advice: l10n.t('Set the clock. Tokens depend on the time.'),
    },
  ];
}

async function certificateFindings(
  read: typeof readCertificate,
  address: string,
  signal: AbortSignal | undefined,
): Promise<Finding[]> {
  if (new URL(address).protocol !== 'https:') return [];
  const host = new URL(address).host;
  try {
    const { protocol, subject, issuer, validTo, distrust } = await read(address, signal);
    const seen = [
      protocol,
      subject,
      issuer && l10n.t('issuer: {0}', issuer),
      validTo && l10n.t('valid to: {0}', validTo),
    ];
    const summary = seen.filter(Boolean).join(', ');
    if (distrust === undefined) return [{ level: 'good', text: `TLS ${host}: ${summary}` }];
    return [
      {
        level: 'warning',
        text: `TLS ${host}: ${summary}, ${l10n.t('not trusted ({0})', distrust)}`,
        advice: l10n.t(
          'If the host can be reached anyway, the system trusts its certificate. Otherwise choose its authority with "Edit Connection…".',
        ),
      },
    ];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [{ level: 'skipped', text: `TLS ${host}: ${reason}` }];
  }
}

function keyNotTried({ session }: DiagnosisParts): Section {
  const title = l10n.t('API key');
  if (session.kind !== 'refused') {
    return { title, findings: [{ level: 'skipped', text: l10n.t('Sign in first.') }] };
  }
  const { at, keyWasAccepted, serverMessage } = session.refusal;
  const when = new Date(at).toISOString();
  const text = l10n.t('The key was refused at {0}. Nothing is sent until you sign in again.', when);
  const advice = keyWasAccepted
    ? l10n.t(
        'The service accepted this key before. Access is suspended for a while, or the key has expired or was deleted.',
      )
    : l10n.t(
        'The service answers a wrong key and suspended access the same way. Compare the key with your account page.',
      );
  const words = serverMessage === undefined ? '' : ` "${serverMessage}"`;
  return { title, findings: [{ level: 'problem', text: text + words, advice }] };
}

async function examineKey(client: Client, failed: Failed, signal: AbortSignal | undefined): Promise<Section> {
  const attempt = (run: Promise<unknown>, name: string, level: 'problem' | 'warning') =>
    run.then(
      (): Finding => ({ level: 'good', text: name }),
      (error: unknown): Finding => ({ level, text: `${name}: ${failed(error).text}` }),
    );
  const first = await attempt(
    client.signIn(signal),
    l10n.t('Token for imagery and account (client id IDP)'),
    'problem',
  );
  const findings = [first];
  // After a refusal, nothing more is sent with this key.
  if (first.level === 'good') {
    const name = l10n.t('Token for key management (client id AAA)');
    findings.push(await attempt(client.keys(signal), name, 'warning'));
  }
  return { title: l10n.t('API key'), findings };
}

async function examineAccount(
  client: Client,
  failed: Failed,
  signal: AbortSignal | undefined,
): Promise<Section[]> {
  const profile = await client.profile(signal).catch(failed);
  const title = l10n.t('Account');
  if ('level' in profile) return [{ title, findings: [profile] }];
  const { id, status, balance } = profile.contract;
  const services = await client.services(signal).then(rolesFinding, failed);
  const subscriptions = await client
    .subscriptions(id, {}, signal)
    .then(subscriptionFindings, (error: unknown) => [failed(error)]);
  const isUsable = status === undefined || ['active', 'created'].includes(status.toLowerCase());
  const text = [
    l10n.t('Contract {0}', id),
    unusualStatus(profile.contract),
    balance && formatAmount(balance),
  ];
  const contract: Finding = {
    level: isUsable ? 'good' : 'problem',
    text: text.filter(Boolean).join(' · '),
  };
  return [
    { title, findings: [contract, services] },
    { title: l10n.t('Subscriptions'), findings: subscriptions },
  ];
}

function rolesFinding(services: Services): Finding {
  const granted = Object.keys(services).filter(name => services[name]);
  const level = granted.length > 0 ? 'good' : 'warning';
  return { level, text: `${l10n.t('Roles')}: ${granted.join(', ')}` };
}

function subscriptionFindings(subscriptions: readonly Subscription[]): Finding[] {
  // An unknown status may be a good one.
  const active = subscriptions.filter(
    subscription => !['pending', 'suspended', 'revoked'].includes(subscription.status ?? ''),
  );
  const listed = active.map((subscription): Finding => ({
    level: 'good',
    text: [
      subscription.title ?? subscription.id,
      subscription.kind && subscriptionKindText(subscription.kind),
      subscription.status && statusText(subscription.status),
    ]
      .filter(Boolean)
      .join(' · '),
  }));
  const kindsPaidFor = paidOrderKinds(active);
  const kinds = orderKinds.flatMap((kind): Finding[] => {
    const payers = active
      .filter(subscription => subscription.offers.includes(kind))
      .map(subscription => subscription.title ?? subscription.id);
    if (payers.length > 0)
      return [{ level: 'good', text: l10n.t('{0}: paid by {1}', orderKindText(kind), payers.join(', ')) }];
    const whyNot = whyNotPaid(kind, { kindsPaidFor });
    return whyNot === undefined ? [] : [{ level: 'warning', text: labeled(orderKindText(kind), whyNot) }];
  });
  const none: Finding[] =
    active.length > 0 ? [] : [{ level: 'warning', text: l10n.t('No active subscription.') }];
  return [...none, ...listed, ...kinds];
}
