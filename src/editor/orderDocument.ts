import * as l10n from '@vscode/l10n';
import { basename } from 'node:path';
import type * as vscode from 'vscode';
import { deepestNesting, isDeeperThan } from '../model/json/nesting.ts';
import type { OrderBody } from '../model/order/orderBody.ts';
import { UserError } from './userError.ts';
import { resolveDocument } from './resolveDocument.ts';
import { isRecord } from '../model/fields.ts';

/** An order is a file that holds exactly the request body. */
export const orderFilePattern = '**/*.order.json';

export function isOrderDocument(document: vscode.TextDocument): boolean {
  return document.uri.path.endsWith('.order.json');
}

/** The request body that a document holds, or `undefined` when it is not a JSON object (yet), or nested too deep. */
export function readOrderBody(document: vscode.TextDocument): OrderBody | undefined {
  const text = document.getText();
  if (isDeeperThan(text)) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** The order document that a command is about. `undefined` when the user cancels. */
export function resolveOrderDocument(given: unknown): Promise<vscode.TextDocument | undefined> {
  return resolveDocument(given, {
    is: isOrderDocument,
    pattern: orderFilePattern,
    title: l10n.t('Which order?'),
    none: l10n.t('No order file (*.order.json). Select images on the map and choose Draft Order first.'),
  });
}

/** The body, or the complaint that names the file. */
export function requireOrderBody(document: vscode.TextDocument): OrderBody {
  const body = readOrderBody(document);
  if (!body) {
    if (isDeeperThan(document.getText())) {
      throw new UserError(
        l10n.t(
          '{0} is nested more than {1} levels deep. Delete the inner levels.',
          basename(document.uri.path),
          deepestNesting,
        ),
      );
    }
    throw new UserError(l10n.t("{0} doesn't contain a JSON object.", basename(document.uri.path)));
  }
  return body;
}
