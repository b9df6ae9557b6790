import type { MultiPolygon, Polygon } from 'geojson';
import type { Fields } from '../../base/fields.ts';
import type { Amount } from './order.ts';

/** The user's contract, as embedded in the profile or requested separately. */
export interface Contract {
  id: string;
  name: string | undefined;
  companyName: string | undefined;
  /** Distinguishes a Premium contract from an evaluation, for example `contract.data.premium`. */
  kind: string | undefined;
  status: string | undefined;
  createdAt: string | undefined;
  /** Most contracts have no end, or the service doesn't report it. */
  endedAt?: string | undefined;
  balance: Amount | undefined;
  /** Kinds of order that the contract may place; empty if the service doesn't report them. */
  offers: readonly string[];
  workspaceId: string | undefined;
  workspaceName: string | undefined;
  /** Where the contract's imagery must be located, if it is limited to a region. */
  geofence: Geofence | undefined;
  fields: Fields;
}

export interface Geofence {
  geometry: Polygon | MultiPolygon;
  areaKm2: number;
}

export interface Profile {
  id: string | undefined;
  /** Of the user, not of the contract. */
  status: string | undefined;
  createdAt: string | undefined;
  /** The user's roles in the contract, for example `contractViewer`; the platform's services are {@link Services}. */
  roles: readonly string[];
  /** Contracts that the user has access to; empty if the service doesn't report them. */
  permissions: readonly Permission[];
  /** How many more there are that couldn't be read. */
  unreadPermissions?: number;
  /** Names of licenses, if the profile contains them. */
  licences: readonly string[];
  contract: Contract;
  fields: Fields;
}

export interface Permission {
  contractId: string;
  /** For example `contract.user`. */
  kind: string | undefined;
}

/** Ids of the user's other contracts besides the one of the profile, without duplicates. */
export function furtherContractIds({ contract, permissions }: Profile): string[] {
  const ids = new Set(permissions.map(permission => permission.contractId));
  ids.delete(contract.id);
  return [...ids];
}

/** Whether the user has a role, by service name (specification: Service roles); new names can appear. */
export type Services = Readonly<Record<string, boolean>>;
