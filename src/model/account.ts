import type { Amount } from './order.ts';

/** The fields of an answer as they came, so that a view can show what no one foresaw. */
export type Fields = Readonly<Record<string, unknown>>;

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
  fields: Fields;
}

export interface Profile {
  id: string | undefined;
  contract: Contract;
}

/** Whether the user has a role, by the name of the service (specification: Service roles); new names appear. */
export type Services = Readonly<Record<string, boolean>>;
