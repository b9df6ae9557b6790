import type { Fields } from '../fields.ts';
import type { MultiPolygon, Polygon } from 'geojson';
import type { Amount } from '../order/order.ts';

/** The user's contract, as the profile embeds it or as it is read by itself. */
export interface Contract {
  id: string;
  name: string | undefined;
  companyName: string | undefined;
  /** Tells a Premium contract from an evaluation, for example `contract.data.premium`. */
  kind: string | undefined;
  status: string | undefined;
  createdAt: string | undefined;
  balance: Amount | undefined;
  /** Kinds of order that the contract may place; empty when the service does not say. */
  offers: readonly string[];
  /** The contract's private workspace in the catalogue. */
  workspaceId: string | undefined;
  workspaceName: string | undefined;
  /** Where the contract's imagery must lie, in case it is bound to a place. */
  geofence: Geofence | undefined;
  fields: Fields;
}

export interface Geofence {
  geometry: Polygon | MultiPolygon;
  areaKm2: number;
}

export interface Profile {
  /** Of the user. */
  id: string | undefined;
  /** Of the user, not of the contract. */
  status: string | undefined;
  /** Of the user's account. */
  createdAt: string | undefined;
  /** What the user is within the contract, for example `contractViewer`; the platform's services are {@link Services}. */
  roles: readonly string[];
  /** Contracts that the user has a part in; empty when the service does not say. */
  permissions: readonly Permission[];
  /** Names of licences, where the profile says them itself. */
  licences: readonly string[];
  contract: Contract;
  fields: Fields;
}

export interface Permission {
  contractId: string;
  /** For example `contract.user`. */
  kind: string | undefined;
}

/** Ids of the contracts that the user has a part in besides the one of the profile, each once. */
export function furtherContractIds({ contract, permissions }: Profile): string[] {
  const ids = new Set(permissions.map(permission => permission.contractId));
  ids.delete(contract.id);
  return [...ids];
}

/** Whether the user has a role, by the name of the service (specification: Service roles); new names appear. */
export type Services = Readonly<Record<string, boolean>>;
