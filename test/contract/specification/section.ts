import type { Client } from '../../../src/service/wire/client.ts';

/** A function of the client: everything of it but plain values. */
export type ClientFunction = {
  [Name in keyof Client]: Client[Name] extends (...args: never) => unknown ? Name : never;
}[keyof Client];

/** What speaks of a row: on the client's side, and on the wire as `GET /api/v1/orders/{orderId}`. */
export interface Speakers {
  client?: ClientFunction | readonly ClientFunction[];
  route?: string | readonly string[];
}

/** One thing that the specification says, in few words. Its speakers stand in place of those of its section. */
export interface Row extends Speakers {
  row: string;
}

/** One table or list of the specification. A row that is a text alone has the section's speakers. */
export interface Section extends Speakers {
  /** Where it stands: the headings on the way there. */
  place: string;
  /** By id; ids are unique over all sections. */
  rows: Readonly<Record<string, string | Row>>;
}
