import * as z from 'zod';
import type { Profile } from '../model/account.ts';
import type { Calls } from './calls.ts';
import { ApiError } from './errors.ts';
import { amountOf, optionalNumber, optionalText } from './wire.ts';

const contractAnswer = z
  .looseObject({
    id: z.string(),
    name: optionalText,
    status: optionalText,
    balance: optionalNumber,
    balanceUnit: optionalText,
    workspaceId: optionalText,
  })
  .transform(contract => ({
    id: contract.id,
    name: contract.name,
    status: contract.status,
    balance: amountOf(contract.balance, contract.balanceUnit),
    workspaceId: contract.workspaceId,
  }));

const profileAnswer = z.looseObject({ id: optionalText, contract: z.unknown().optional() });

/** The user's contract id out of the links, where the profile does not embed the contract. */
function linkedContractId(profile: z.infer<typeof profileAnswer>): string {
  const id = /\/api\/v1\/contracts\/([^/"?]+)/.exec(JSON.stringify(profile))?.[1];
  if (id !== undefined && isEncoded(id)) return decodeURIComponent(id);
  throw new ApiError('shape', {
    request: 'GET /api/v1/me',
    serverMessage: 'The profile neither holds a contract nor links to one.',
  });
}

function isEncoded(text: string): boolean {
  return /^(?:[^%]|%[0-9a-f]{2})*$/i.test(text);
}

/** A workspace id under any field whose name contains "workspace" (specification: Profile). */
function findWorkspaceId(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const entries = Object.entries(value);
  const own = entries.find(([name, field]) => /workspace(?!name)/i.test(name) && typeof field === 'string');
  if (own) return own[1] as string;
  for (const [, field] of entries) {
    const nested = findWorkspaceId(field);
    if (nested !== undefined) return nested;
  }
  return undefined;
}

/**
 * GET /api/v1/me. The contract is embedded on deployed services; where the profile only links to it, it is read from
 * GET /api/v1/contracts/{contractId}.
 */
export async function readProfile(calls: Calls, signal?: AbortSignal): Promise<Profile> {
  const profile = await calls.json(
    { host: 'baseUrl', method: 'GET', path: '/api/v1/me', safe: true },
    profileAnswer,
    signal,
  );
  const embedded = contractAnswer.safeParse(profile.contract);
  const contract = embedded.success
    ? embedded.data
    : await readContract(calls, linkedContractId(profile), signal);
  return {
    id: profile.id,
    contract: { ...contract, workspaceId: contract.workspaceId ?? findWorkspaceId(profile) },
  };
}

/** GET /api/v1/contracts/{contractId}. */
export function readContract(calls: Calls, contractId: string, signal?: AbortSignal) {
  return calls.json(
    {
      host: 'baseUrl',
      method: 'GET',
      path: `/api/v1/contracts/${encodeURIComponent(contractId)}`,
      safe: true,
    },
    contractAnswer,
    signal,
  );
}
