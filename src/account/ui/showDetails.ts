import type { DetailsDocuments } from '../../editor/detailsDocument.ts';
import { givenRow } from '../../editor/row.ts';
import { noRowError } from '../../editor/rowCommands.ts';
import { signedInOf, type SessionOwner } from '../session.ts';

/** Shows everything that the service sent for a row, but for secrets. */
export async function showDetails(
  documents: Pick<DetailsDocuments, 'show'>,
  session: Pick<SessionOwner, 'current'>,
  given: unknown,
): Promise<void> {
  const row = givenRow(given);
  if (!row?.details) throw noRowError();
  const signedIn = signedInOf(session.current.peek());
  const secrets = signedIn ? (await signedIn.client()).secrets() : [];
  await documents.show(row.id, row.details.title, row.details.fields, secrets);
}
