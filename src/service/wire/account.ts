import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import * as z from 'zod';
import { type Fields, isRecord, textOrNothing } from '../../base/fields.ts';
import { polygonAreaKm2 } from '../../geo/polygonArea.ts';
import type { Contract, Geofence, Permission, Profile, Services } from '../rules/account.ts';
import { defaultUnit } from '../rules/order.ts';
import { pathSegment } from '../rules/serviceRequest.ts';
import { type Calls, read } from './calls.ts';
import { ApiError } from './errors.ts';
import {
  endNames,
  hasAnyField,
  type LooseFields,
  looseFields,
  readItems,
  recordIn,
  thingIn,
  toAmount,
  toFlag,
} from './wire.ts';

/** @param fallbackId the id that was requested, or that another answer names: this one can lack it */
function toContract(fields: Fields, fallbackId: string): Contract {
  const loose = looseFields(fields, ['contract']);
  return {
    id: loose.ref(...contractIds) ?? fallbackId,
    name: loose.text('name', 'contractName'),
    companyName: loose.text('companyName', 'company', 'organisationName', 'organizationName'),
    kind: loose.text('kind', 'type', 'contractType'),
    status: loose.text('status', 'state', 'contractStatus'),
    createdAt: loose.moment(...creationNames),
    endedAt: loose.moment(...endNames, 'expirationDate', 'expiresAt', 'expiryDate'),
    balance:
      loose.amount('balance', 'remainingBalance', 'accountBalance') ??
      toAmount(loose.number('credits', 'remainingCredits'), defaultUnit),
    offers: [...new Set(loose.words('offers', 'offer'))],
    workspaceId: workspaceIn(fields),
    workspaceName: loose.text('workspaceName', 'workspaceTitle') ?? workspaceNameIn(loose.value('workspace')),
    geofence: readGeofence(fields),
    fields,
  };
}

const creationNames = [
  'createdAt',
  'creationDate',
  'createdOn',
  'created',
  'createdDate',
  'dateCreated',
  'creationTime',
  'accountCreationDate',
  'accountCreatedAt',
  'registeredAt',
];
const contractIds = ['id', 'contractId', 'contractNumber', 'identifier'];

function workspaceNameIn(workspace: unknown): string | undefined {
  return isRecord(workspace) ? looseFields(workspace).text('name', 'title', 'label') : undefined;
}

const position = z.tuple([z.number(), z.number()], z.number());
const rings = z.array(z.array(position));
const geofence = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: rings }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(rings) }),
]);

/** A value of another shape is shown with the other fields. */
function readGeofence(fields: Fields): Geofence | undefined {
  const { data } = geofence.safeParse(fields['geofence']);
  if (!data) return undefined;
  const parts = data.type === 'Polygon' ? [data.coordinates] : data.coordinates;
  const polygons = parts.map((coordinates): Polygon => ({ type: 'Polygon', coordinates }));
  return { geometry: data, areaKm2: polygons.reduce((sum, polygon) => sum + polygonAreaKm2(polygon), 0) };
}

const object = z.record(z.string(), z.unknown());

/** One thing, also as a list of one, or in a member of one of these names. */
function thingSchema(names: readonly string[], isThing: (fields: Fields) => boolean) {
  return z
    .unknown()
    .transform(sent => thingIn(sent, names, isThing) ?? recordIn(sent))
    .pipe(object);
}

/** An answer without an id needs another field of a contract, so that no contract is made up. */
const contractFacts = [...contractIds, 'balance', 'credits'];
const contractAnswer = thingSchema(['contract', 'contracts'], part =>
  hasAnyField(part, contractFacts),
).refine(fields => looseFields(fields, ['contract']).value(...contractFacts, 'status') !== undefined, {
  path: ['id'],
});

const permission: z.ZodType<Permission> = object.transform((fields, context) => {
  const loose = looseFields(fields);
  const contractId = loose.ref('contractId', 'contract');
  if (contractId !== undefined) return { contractId, kind: loose.text('kind', 'type', 'role') };
  context.addIssue({ code: 'custom', message: 'no contract', path: ['contractId'] });
  return z.NEVER;
});

/** A licence is a text, or an object with its name in one of these fields. */
function licenceIn(sent: unknown): string | undefined {
  if (!isRecord(sent)) return textOrNothing(sent);
  return looseFields(sent).text('title', 'name', 'label', 'kind', 'type', 'code', 'value', 'id');
}

const licenceNames = ['licence', 'license', 'licences', 'licenses'];
const licenceParts = ['licence', 'license'].flatMap(name =>
  ['Type', 'Name', 'Kind', 'Title', 'Code', 'Id'].map(part => name + part),
);

/** Licences under any field that is called so (specification: Profile, which names no fields). */
function readLicences(loose: LooseFields): string[] {
  const others = [...licenceParts, ...loose.namesLike(/licen[cs]e/)];
  const names = loose.value(...licenceNames) === undefined ? others : licenceNames;
  const known = loose
    .list(...names)
    .map(licenceIn)
    .filter(name => name !== undefined);
  // Only the names of members say it.
  return known.length === 0 && isRecord(loose.value(...names)) ? loose.words(...names) : known;
}

/**
 * The id of the user's contract, wherever the profile has it: deployed services name it as `contract.id`, as
 * `contract`, as `contractId`, in `contracts`, in `permissions`, or only in a link.
 */
function contractIdIn(profile: Fields, loose: LooseFields): string | undefined {
  const [first] = loose.list('contracts');
  const [part] = loose.list('permissions');
  const links = loose.value('links');
  const linked = isRecord(links) ? (links.contract ?? links.contracts) : undefined;
  const named = [
    readContractId(contractIn(loose)),
    loose.ref('contractId', 'contractNumber', 'contractIdentifier'),
    readContractId(first),
    readContractId(loose.list('contractIds')[0]),
    isRecord(part) ? looseFields(part).ref('contractId', 'contract') : undefined,
  ];
  const known = named.find(id => id !== undefined) ?? linkedContractId(profile);
  return known ?? (isRecord(linked) ? looseFields(linked).text('id', 'contractId') : undefined);
}

/** A template of a link, such as `{contractId}`, names none. */
function linkedContractId(profile: Fields): string | undefined {
  for (const [, linked = ''] of JSON.stringify(profile).matchAll(
    /\/contracts\/([^/"?#{}\\]+?)(?=[/"?#{\\]|%7b)/gi,
  ))
    if (isEncoded(linked) && !/%7[bd]/i.test(linked)) return decodeURIComponent(linked);
  return undefined;
}

/** The contract, or what names it: alone, or the first of a list. */
function contractIn(loose: LooseFields): unknown {
  const sent = loose.value('contract');
  return Array.isArray(sent) ? (sent[0] as unknown) : sent;
}

function readContractId(sent: unknown): string | undefined {
  return isRecord(sent) ? looseFields(sent).id(...contractIds) : looseFields({ sent }).ref('sent');
}

/** Whether a contract is more than its id and links: a stub has to be requested separately. */
function isWhole(contract: unknown): contract is Fields {
  const stub = ['_links', 'href', ...contractIds];
  return isRecord(contract) && Object.keys(contract).some(name => !stub.includes(name));
}

function isEncoded(text: string): boolean {
  return /^(?:[^%]|%[0-9a-f]{2})*$/i.test(text);
}

/** Fields whose name contains "workspace" and that say something else of it. */
const notWorkspaceId =
  /(name|title|label|description|kind|type|status|state|count|size|quota|limit|date|at|url|uri|role|right|permission)s?$/i;

/** Levels of the profile that are looked at. */
const deepestWorkspace = 4;

/**
 * A workspace id under any field whose name contains "workspace" (specification: Profile): a text, a number, an object
 * with its id, a list of them, or a link.
 */
function workspaceIn(value: unknown, depth = 0): string | undefined {
  if (typeof value !== 'object' || value === null || depth > deepestWorkspace) return undefined;
  const fields = Object.entries(value).filter(
    ([name]) => /workspace/i.test(name) && !notWorkspaceId.test(name),
  );
  // The plainest name first.
  fields.sort(([a], [b]) => Number(!/^workspace_?id$/i.test(a)) - Number(!/^workspace_?id$/i.test(b)));
  for (const [name, sent] of fields) {
    const id = looseFields({ [name]: Array.isArray(sent) ? (sent[0] as unknown) : sent }).ref(
      name,
      'workspaceId',
    );
    if (id !== undefined) return id;
  }
  for (const inner of Object.values(value)) {
    const nested = workspaceIn(inner, depth + 1);
    if (nested !== undefined) return nested;
  }
  return undefined;
}

/** Members of the profile with what the specification calls the account information. */
const accountNames = ['account', 'user', 'accountInformation', 'accountInfo', 'profile', 'me'];

const profileAnswer = thingSchema(accountNames, part => hasAnyField(part, ['id', 'contract', 'links']));

const profileIds = [
  'id',
  'userId',
  'accountId',
  'accountIdentifier',
  'userIdentifier',
  'identifier',
  'uuid',
  'accountNumber',
  'uid',
  'username',
  'login',
  'sub',
];

/**
 * GET /api/v1/me. The contract is embedded on deployed services; where the profile only names it, it is read from
 * GET /api/v1/contracts/{contractId}.
 */
export async function readProfile(calls: Calls, signal?: AbortSignal): Promise<Profile> {
  const path = '/api/v1/me';
  const profile = await read(calls, path, profileAnswer, signal);
  const loose = looseFields(profile, accountNames);
  const embedded = contractIn(loose) ?? loose.list('contracts')[0];
  const id = contractIdIn(profile, loose);
  if (id === undefined && !isWhole(embedded)) {
    const reason = l10n.t('The profile neither contains a contract nor links to one.');
    throw new ApiError('shape', { request: `GET ${path}`, reason });
  }
  const contract = isWhole(embedded)
    ? toContract(embedded, id ?? '')
    : await readContract(calls, id ?? '', signal);
  const { items, broken } = readItems(loose.list('permissions'), permission);
  for (const { index, reason } of broken) {
    calls.warn(`${path}: permission ${index} is left out: ${reason}`);
  }
  return {
    id: loose.ref(...profileIds, 'account', 'user'),
    status: loose.text('status', 'accountStatus', 'state'),
    createdAt: loose.moment(...creationNames, ...loose.namesLike(/creat|regist|since|opened/)),
    roles: loose.words('roles', 'role'),
    permissions: items,
    unreadPermissions: broken.length > 0 ? broken.length : undefined,
    licences: readLicences(loose),
    contract: { ...contract, workspaceId: contract.workspaceId ?? workspaceIn(profile) },
    fields: profile,
  };
}

/** GET /api/v1/contracts/{contractId}. */
export async function readContract(
  calls: Calls,
  contractId: string,
  signal?: AbortSignal,
): Promise<Contract> {
  const path = `/api/v1/contracts/${pathSegment(contractId)}`;
  return toContract(await read(calls, path, contractAnswer, signal), contractId);
}

const grants = ['granted', 'enabled', 'active', 'allowed', 'authorized', 'value', 'hasRole', 'access'];
const roleNames = ['name', 'service', 'role', 'code', 'key', 'id', 'title'];

/** Whether a role is granted: a flag, a word for it, or an object with one of both. */
function readGrant(sent: unknown): boolean | undefined {
  if (isRecord(sent)) {
    const loose = looseFields(sent);
    return readGrant(loose.value(...grants) ?? loose.value('status', 'state'));
  }
  const word = typeof sent === 'string' ? sent.trim().toLowerCase() : sent;
  if (['granted', 'enabled', 'active', 'allowed', 'authorized'].some(known => known === word)) return true;
  if (['denied', 'disabled', 'inactive', 'none', 'forbidden'].some(known => known === word)) return false;
  return toFlag(word);
}

/** Roles with whether they are granted: by name, as a list of granted names, or as a list of objects. */
function grantsIn(answer: unknown): [name: string, granted: boolean | undefined][] {
  if (Array.isArray(answer)) {
    const [only] = answer as unknown[];
    if (answer.length === 1 && isRecord(only) && !hasAnyField(only, roleNames)) return grantsIn(only);
    return answer.flatMap((item: unknown): [string, boolean | undefined][] => {
      const name = isRecord(item) ? looseFields(item).text(...roleNames) : textOrNothing(item);
      return name === undefined ? [] : [[name, isRecord(item) ? (readGrant(item) ?? true) : true]];
    });
  }
  if (!isRecord(answer)) return [];
  const beside = ['_links', 'status', 'message', 'success'];
  const [first, another] = Object.entries(answer).filter(([name]) => !beside.includes(name));
  const [wrapper, inner] = first ?? [''];
  const isWrapped = another === undefined && /^(services|roles|items|data|result|granted)$/i.test(wrapper);
  if (isWrapped && typeof inner === 'object') return grantsIn(inner);
  return Object.entries(answer).flatMap(([name, value]) =>
    name === '_links' ? [] : [[name, readGrant(value)]],
  );
}

const servicesAnswer = z.union([object, z.array(z.unknown())]);

/** GET /api/v1/me/services. A value that is neither true nor false is left out. */
export async function readServices(calls: Calls, signal?: AbortSignal): Promise<Services> {
  const path = '/api/v1/me/services';
  const known = grantsIn(await read(calls, path, servicesAnswer, signal)).flatMap(([name, granted]) => {
    if (granted === undefined) calls.warn(`${path}: "${name}" is left out: neither true nor false`);
    return granted === undefined ? [] : [[name, granted] as const];
  });
  return Object.fromEntries(known);
}
