import type * as vscode from 'vscode';
import type { Slot } from '../../../../platform/host/storage.ts';
import type { SessionRecord } from '../../../../session/session.ts';
import { type ConnectionData, type ConnectionDataParts, createConnectionData } from '../../connectionData.ts';
import type { KeptKey } from '../../keyInUse.ts';

interface EditorParts extends Pick<ConnectionDataParts, 'journal' | 'storagePath'> {
  context: Pick<vscode.ExtensionContext, 'globalStorageUri' | 'workspaceState'>;
  keptKeys: Slot<Readonly<Record<string, KeptKey>>>;
  sessionMemory: Slot<SessionRecord>;
}

/** With what the editor keeps of a connection, and the downloads in the folder of the settings. */
export function editorConnectionData({
  context,
  keptKeys,
  sessionMemory,
  ...parts
}: EditorParts): ConnectionData {
  return createConnectionData({
    ...parts,
    async removeParts(...about) {
      const { removeKeptParts } = await import('../../../deliveries/ui/index.ts');
      await removeKeptParts(context.globalStorageUri, ...about);
    },
    async forget(connection) {
      await context.workspaceState.update(`swath.shortlist/${connection}`, undefined);
      await keptKeys.write(without(keptKeys.read(), connection));
      const record = sessionMemory.read();
      if (record) await sessionMemory.write({ ...record, refusals: without(record.refusals, connection) });
    },
  });
}

function without<T>(all: Readonly<Record<string, T>> | undefined, name: string): Record<string, T> {
  return Object.fromEntries(Object.entries(all ?? {}).filter(([key]) => key !== name));
}
