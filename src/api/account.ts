import * as l10n from '@vscode/l10n';
import type { Polygon } from 'geojson';
import * as z from 'zod';
import type { Contract, Geofence, Permission, Profile, Services } from '../model/account/account.ts';
import { type Fields, isRecord } from '../model/fields.ts';
import { polygonAreaKm2 } from '../model/geometry/polygonArea.ts';
import { pathSegment } from '../model/request/serviceRequest.ts';
import { type Calls, read } from './calls.ts';
import { ApiError } from './errors.ts';
import {
  amountOf,
  optional,
  optionalFlag,
  optionalNumber,
  optionalText,
  optionalWords,
  readItems,
  textOf,
} from './wire.ts';

/** Never fails: a field that is missing or of another type is `undefined`. */
const known = z.object({
  name: optionalText,
  companyName: optionalText,
  kind: optionalText,
  status: optionalText,
  createdAt: optionalText,
  balance: optionalNumber,
  credits: optionalNumber,
  balanceUnit: optionalText,
  offers: optionalWords,
  workspaceId: optionalText,
  workspaceName: optionalText,
});

/** @param fallbackId the id that was requested, or that another answer names: this one can lack it */
function contractOf(fields: Fields, fallbackId: string): Contract {
  const { credits, balance = credits, balanceUnit, offers = [], ...rest } = known.parse(fields);
  return {
    id: idOf(fields) ?? fallbackId,
    ...rest,
    balance: amountOf(balance, balanceUnit),
    offers,
    geofence: geofenceOf(fields),
    fields,
  };
}

const position = z.tuple([z.number(), z.number()], z.number());
const rings = z.array(z.array(position));
const geofence = z.discriminatedUnion('type', [
  z.object({ type: z.literal('Polygon'), coordinates: rings }),
  z.object({ type: z.literal('MultiPolygon'), coordinates: z.array(rings) }),
]);

/** A value of another shape is shown with the other fields. */
function geofenceOf(fields: Fields): Geofence | undefined {
  const { data } = geofence.safeParse(fields['geofence']);
  if (!data) return undefined;
  const parts = data.type === 'Polygon' ? [data.coordinates] : data.coordinates;
  const polygons = parts.map((coordinates): Polygon => ({ type: 'Polygon', coordinates }));
  return { geometry: data, areaKm2: polygons.reduce((sum, polygon) => sum + polygonAreaKm2(polygon), 0) };
}

const object = z.record(z.string(), z.unknown());

/** An answer without an id needs another field of a contract, so that no contract is made up. */
const contractAnswer = object.refine(
  ({ id, balance, credits, status }) => (id ?? balance ?? credits ?? status) !== undefined,
  { path: ['id'] },
);

/** Never fails either. */
const knownOfProfile = z.object({
  id: optionalText,
  status: optionalText,
  createdAt: optionalText,
  roles: optionalWords,
  permissions: optional(z.array(z.unknown())),
});

const permission: z.ZodType<Permission> = z.object({ contractId: z.string(), kind: optionalText });

/** A licence is a text, or an object with its name in one of these fields. */
const licence = z.union([
  z.string(),
  z
    .looseObject({ title: optionalText, name: optionalText, kind: optionalText, id: optionalText })
    .transform(({ title, name, kind, id }) => title ?? name ?? kind ?? id),
]);

/** Licences under any field that is called so (specification: Profile, which names no fields). */
function licencesOf(fields: Fields): string[] {
  const sent = Object.entries(fields).filter(([name]) => /^licen[cs]es?$/i.test(name));
  return sent
    .flatMap(([, value]) => (Array.isArray(value) ? (value as unknown[]) : [value]))
    .map(value => licence.safeParse(value).data)
    .filter(name => name !== undefined);
}

/**
 * The id of the user's contract, wherever the profile has it: deployed services name it as `contract.id`, as
 * `contract`, as `contractId`, in `contracts`, in `permissions`, or only in a link.
 */
function contractIdIn(profile: Fields): string | undefined {
  const { contract, contractId, contracts, permissions } = profile;
  const [first, part] = [contracts, permissions].map(list =>
    Array.isArray(list) ? (list[0] as unknown) : {},
  );
  const named = [idOf(contract), contractId, idOf(first), isRecord(part) ? part.contractId : undefined];
  const linked = /\/api\/v1\/contracts\/([^/"?]+)/.exec(JSON.stringify(profile))?.[1];
  if (linked !== undefined && isEncoded(linked)) named.push(decodeURIComponent(linked));
  return named.find(id => typeof id === 'string' && id !== '') as string | undefined;
}

function idOf(named: unknown): string | undefined {
  return textOf(isRecord(named) ? named.id : named);
}

/** Whether a contract is more than its id and links: a stub has to be requested separately. */
function isWhole(contract: unknown): contract is Fields {
  return isRecord(contract) && Object.keys(contract).some(name => name !== 'id' && name !== '_links');
}

function isEncoded(text: string): boolean {
  return /^(?:[^%]|%[0-9a-f]{2})*$/i.test(text);
}

/** A workspace id under any field whose name contains "workspace" (specification: Profile). */
function findWorkspaceId(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const entries = Object.entries(value);
  const match = entries.find(([name, field]) => /workspace(?!name)/i.test(name) && typeof field === 'string');
  if (match) return match[1] as string;
  for (const [, field] of entries) {
    const nested = findWorkspaceId(field);
    if (nested !== undefined) return nested;
  }
  return undefined;
}

/**
 * GET /api/v1/me. The contract is embedded on deployed services; where the profile only names it, it is read from
 * GET /api/v1/contracts/{contractId}.
 */
export async function readProfile(calls: Calls, signal?: AbortSignal): Promise<Profile> {
  const path = '/api/v1/me';
  const profile = await read(calls, path, object, signal);
  const id = contractIdIn(profile);
  if (id === undefined && !isWhole(profile.contract)) {
    const reason = l10n.t('The profile neither contains a contract nor links to one.');
    throw new ApiError('shape', { request: `GET ${path}`, reason });
  }
  const contract = isWhole(profile.contract)
    ? contractOf(profile.contract, id ?? '')
    : await readContract(calls, id ?? '', signal);
  const { permissions = [], roles = [], ...rest } = knownOfProfile.parse(profile);
  const { items, broken } = readItems(permissions, permission);
  for (const { index, reason } of broken) {
    calls.warn(`${path}: permission ${index} is left out: ${reason}`);
  }
  return {
    ...rest,
    roles,
    permissions: items,
    licences: licencesOf(profile),
    contract: { ...contract, workspaceId: contract.workspaceId ?? findWorkspaceId(profile) },
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
  return contractOf(await read(calls, path, contractAnswer, signal), contractId);
}

/** GET /api/v1/me/services. A value that is neither true nor false is left out. */
export async function readServices(calls: Calls, signal?: AbortSignal): Promise<Services> {
  const path = '/api/v1/me/services';
  const answer = await read(calls, path, object, signal);
  return Object.fromEntries(
    Object.entries(answer).flatMap(([name, value]) => {
      const held = optionalFlag.parse(value);
      if (held === undefined) calls.warn(`${path}: "${name}" is left out: neither true nor false`);
      return held === undefined ? [] : [[name, held]];
    }),
  );
}
