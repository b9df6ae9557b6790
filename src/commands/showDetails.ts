import * as vscode from 'vscode';
import type { DetailsDocuments } from '../platform/detailsDocument.ts';
import { givenRow } from '../platform/givenRow.ts';
import { UserError } from '../platform/presentError.ts';
import { signedInOf, type SessionOwner } from '../state/session.ts';

export interface DetailsParts {
  documents: Pick<DetailsDocuments, 'show'>;
  session: Pick<SessionOwner, 'current'>;
}

/** Shows everything that the service sent for a row, but for secrets. */
export async function showDetails({ documents, session }: DetailsParts, given: unknown): Promise<void> {
  const row = givenRow(given);
  if (!row?.details) {
    throw new UserError(
      vscode.l10n.t(
        'There are no details to show: choose Show Details in the menu of a row in the Swath views.',
      ),
    );
  }
  const under = signedInOf(session.current.peek());
  const secrets = under ? (await under.client()).secrets() : [];
  await documents.show(row.id, row.details.title, row.details.fields, secrets);
}
