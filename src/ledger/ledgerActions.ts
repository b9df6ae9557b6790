/** Revokes and key actions that write themselves down in the ledger: what they do and answer stays as it is. */
import * as l10n from '@vscode/l10n';
import { nameOfKey } from '../model/account/apiKey.ts';
import type { LedgerAction } from '../model/ledger/ledgerEntry.ts';
import type { Amount } from '../model/order/order.ts';
import type { KeyInUseOwner } from '../account/keyInUse.ts';
import type { Created, Keys, Removed } from '../account/keys.ts';
import type { Ledger } from './ledger.ts';
import { notSentBy, outcomeOfError, wordsOf, type LedgerOutcome } from './ledgerOutcome.ts';
import type { Revoked, Revoking } from '../account/revoking.ts';
import type { Rotated, Rotation } from '../account/rotation.ts';

export type LedgerNotes = Pick<Ledger, 'begin' | 'note'>;

/** @param refundSince what was refunded for a subscription at a moment (epoch ms) or later, as far as it is known */
export function notedRevoking(
  revoking: Revoking,
  ledger: LedgerNotes,
  refundSince: (subscriptionId: string, since: number) => Amount | undefined = () => undefined,
): Revoking {
  /** Ends of the entries whose outcome was not clear, by connection and subscription. */
  const open = new Map<string, (outcome: LedgerOutcome) => void>();
  return {
    marks: revoking.marks,
    async look(id, signedIn) {
      const looked = await revoking.look(id, signedIn);
      const key = `${signedIn.connection.name}/${id}`;
      if (looked.earlier && looked.earlier.aftermath.kind !== 'unchanged') {
        open.get(key)?.({ result: 'foundLater' });
        open.delete(key);
      }
      return looked;
    },
    async revoke(subscription, signedIn) {
      const { id, title } = subscription;
      const connection = signedIn.connection.name;
      const since = Date.now();
      const about = { connection, action: 'revoke', subscriptionId: id } as const;
      const end = ledger.begin({ ...about, ...(title === undefined ? {} : { title }) });
      const revoked = await revoking.revoke(subscription, signedIn).catch((error: unknown) => {
        end(notSentBy(error));
        throw error;
      });
      const amount = revoked.kind === 'done' ? refundSince(id, since) : undefined;
      end({ ...revokeOutcome(revoked), ...(amount ? { amount } : {}) });
      if (revoked.kind === 'unclear') open.set(`${connection}/${id}`, end);
      return revoked;
    },
  };
}

function revokeOutcome(revoked: Revoked): LedgerOutcome {
  switch (revoked.kind) {
    case 'done':
      return { result: 'ok' };
    case 'refused':
      return { result: 'refused', ...wordsOf(revoked.error) };
    case 'unclear': {
      const { kind } = revoked.aftermath;
      const isShown = kind === 'ended' || kind === 'newEnd';
      return { result: isShown ? 'foundLater' : 'unclear', ...wordsOf(revoked.error) };
    }
    case 'notSent':
      return {
        result: 'notSent',
        message:
          revoked.why === 'underWay'
            ? l10n.t('Another revoke of it was under way.')
            : l10n.t('It was not read just before.'),
      };
  }
}

export function notedKeys(keys: Keys, ledger: LedgerNotes): Keys {
  async function noted<T>(
    action: LedgerAction,
    connection: string,
    what: { title?: string; keyId?: string },
    run: () => Promise<T>,
    outcomeOf: (value: T) => LedgerOutcome,
  ): Promise<T> {
    const end = ledger.begin({ connection, action, ...what });
    try {
      const value = await run();
      end(outcomeOf(value));
      return value;
    } catch (error) {
      end(outcomeOfError(error));
      throw error;
    }
  }
  const titled = (keyId: string) => {
    const state = keys.list.current.peek();
    const key = state.kind === 'ready' ? state.value.find(({ id }) => id === keyId) : undefined;
    return { keyId, ...(key ? { title: nameOfKey(key) } : {}) };
  };
  return {
    list: keys.list,
    listNow: signedIn => keys.listNow(signedIn),
    create: (signedIn, description) =>
      noted(
        'createKey',
        signedIn.connection.name,
        { title: description },
        () => keys.create(signedIn, description),
        createOutcome,
      ),
    use: (signedIn, made) =>
      noted(
        'useKey',
        signedIn.connection.name,
        { title: nameOfKey(made), keyId: made.id },
        () => keys.use(signedIn, made),
        isStored => ({ result: isStored ? 'ok' : 'notSent' }),
      ),
    remove: (signedIn, keyId) =>
      noted(
        'deleteKey',
        signedIn.connection.name,
        titled(keyId),
        () => keys.remove(signedIn, keyId),
        removeOutcome,
      ),
    removeInUse: (signedIn, keyId, keepFailure) =>
      noted(
        'deleteKey',
        signedIn.connection.name,
        titled(keyId),
        () => keys.removeInUse(signedIn, keyId, keepFailure),
        removeOutcome,
      ),
  };
}

function createOutcome(created: Created): LedgerOutcome {
  switch (created.kind) {
    case 'created':
      return { result: 'ok', keyId: created.key.id };
    case 'full':
      return { result: 'notSent', message: l10n.t('There are as many keys as there can be.') };
    case 'notSent':
    case 'refused':
    case 'unclear':
      return { result: created.kind, ...wordsOf(created.error) };
  }
}

function removeOutcome(removed: Removed): LedgerOutcome {
  switch (removed.kind) {
    case 'gone':
      return { result: 'ok' };
    case 'stillThere':
      return { result: 'unclear', message: l10n.t('The service lists it still.') };
    case 'refused':
    case 'unclear':
      return { result: removed.kind, ...wordsOf(removed.error) };
    case 'notSent':
      return { result: 'notSent' };
  }
}

/** What the user says of the key in use; that Swath put a new key there is written down where that is done. */
export function notedKeyInUse(inUse: KeyInUseOwner, ledger: LedgerNotes): KeyInUseOwner {
  return {
    current: inUse.current,
    remember: (connection, apiKey, key, how) => inUse.remember(connection, apiKey, key, how),
    isExpired: name => inUse.isExpired(name),
    async rememberStored(signedIn, key, how) {
      await inUse.rememberStored(signedIn, key, how);
      if (how === 'only') return;
      const about = { connection: signedIn.connection.name, title: nameOfKey(key), keyId: key.id };
      ledger.note({ ...about, action: 'useKey' }, { result: 'ok' });
    },
  };
}

/** Its steps are key actions of their own; this is the whole of it. */
export function notedRotation(rotation: Rotation, ledger: LedgerNotes): Rotation {
  return {
    async run(plan, from, onStep) {
      const rotated = await rotation.run(plan, from, onStep);
      if (rotated.kind !== 'busy') {
        const { signedIn, description: title } = plan;
        const about = { connection: signedIn.connection.name, action: 'rotateKey', title } as const;
        ledger.note(about, rotateOutcome(rotated));
      }
      return rotated;
    },
  };
}

function rotateOutcome(rotated: Exclude<Rotated, { kind: 'busy' }>): LedgerOutcome {
  if (rotated.kind === 'done') return { result: 'ok', keyId: rotated.made.id };
  const { why } = rotated;
  const keyId = 'step' in rotated ? { keyId: rotated.step.made.id } : {};
  const words = 'error' in why ? wordsOf(why.error) : {};
  const isUnclear = why.kind === 'unclear' || why.kind === 'stillThere';
  const result = isUnclear ? 'unclear' : why.kind === 'refused' ? 'refused' : 'notSent';
  return { result, ...keyId, ...words };
}
