import * as l10n from '@vscode/l10n';
import { labeled } from '../../../../base/words/labeled.ts';
import { utcText } from '../../../../base/words/moment.ts';
import { onChange } from '../../../../platform/host/onChange.ts';
import { createRowTree, type RowTree } from '../../../../platform/rows/rowTree.ts';
import { lostConnection, type Session, type SessionOwner } from '../../../../session/session.ts';

/** The view while nobody is signed in: the welcome texts of the manifest. It has no rows. */
export function registerWelcomeView({ current }: Pick<SessionOwner, 'current'>): RowTree {
  const tree = createRowTree('swath.welcome', [], () => Promise.resolve(() => []));
  tree.register(onChange([current], () => tree.describe(describe(current.peek()))));
  return tree;
}

/** The welcome text below is the same for everyone, and a message of the view would replace it. */
function describe(session: Session): string {
  const lost = lostConnection(session);
  if (lost) return labeled(lost.name, l10n.t('signed out'));
  if (session.kind !== 'refused') return '';
  const when = utcText(new Date(session.refusal.at).toISOString());
  return [labeled(session.connection.name, l10n.t('key refused')), when].join(' · ');
}
