import type { Amount } from './order.ts';

/** What the profile says of the user's contract. */
export interface Contract {
  id: string;
  name: string | undefined;
  status: string | undefined;
  balance: Amount | undefined;
  /** The contract's private workspace in the catalogue. */
  workspaceId: string | undefined;
}

export interface Profile {
  id: string | undefined;
  contract: Contract;
}
