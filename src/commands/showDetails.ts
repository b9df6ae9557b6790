import * as vscode from 'vscode';
import type { DetailsDocuments } from '../platform/detailsDocument.ts';
import { givenRow } from '../platform/givenRow.ts';
import { UserError } from '../platform/presentError.ts';

/** Shows everything that the service sent for a row. */
export async function showDetails(documents: Pick<DetailsDocuments, 'show'>, given: unknown): Promise<void> {
  const row = givenRow(given);
  if (!row?.details) {
    throw new UserError(
      vscode.l10n.t(
        'There are no details to show: choose Show Details in the menu of a row in the Swath views.',
      ),
    );
  }
  await documents.show(row.id, row.details.title, row.details.fields);
}
