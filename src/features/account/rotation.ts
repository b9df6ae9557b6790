import { type ApiKey, type CreatedApiKey, withoutSecret } from '../../service/rules/apiKey.ts';
import type { LedgerOutcome } from '../../service/rules/ledgerEntry.ts';
import { ApiError } from '../../service/wire/errors.ts';
import { hasEverything } from '../../service/wire/listed.ts';
import { messageField, type RecordAction } from '../../platform/host/record.ts';
import {
  asSignedIn,
  keyMark,
  type KeyStore,
  type SessionOwner,
  type SignedIn,
} from '../../session/session.ts';
import type { Created, Keys, Removed } from './keys.ts';

export interface RotationPlan {
  signedIn: SignedIn;
  /** Description of the new key. */
  description: string;
  /** The old key, deleted after the new one has replaced it; `undefined`: none is deleted. */
  deleteId: string | undefined;
}

/** The next step of a rotation, with the data it needs. A rotation can be resumed at any step. */
export type RotationStep =
  | { kind: 'create' }
  /** Verifies the new key and stores it. Its secret isn't stored anywhere yet. */
  | { kind: 'store'; made: CreatedApiKey }
  | { kind: 'delete'; made: ApiKey; keyMark: string };

/** Where a rotation ended. Before `delete`, the old key is untouched. */
export type Rotated =
  | { kind: 'done'; made: ApiKey; previous: 'deleted' | 'left' }
  | { kind: 'stopped'; at: 'create'; why: NotCreated }
  | { kind: 'stopped'; at: 'store'; step: Extract<RotationStep, { kind: 'store' }>; why: NotStored }
  | { kind: 'stopped'; at: 'delete'; step: Extract<RotationStep, { kind: 'delete' }>; why: NotDeleted }
  /** Another rotation is in progress: this one did nothing. */
  | { kind: 'busy' };

type Ended = Exclude<Rotated, { kind: 'busy' }>;

type OtherSession = { kind: 'otherSession' };

export type NotCreated = Exclude<Created, { kind: 'created' }> | OtherSession;

/**
 * `forgotten`: the user signed out in the meantime, and the new key isn't kept. `refused`: the service doesn't accept
 * it, and it must not be sent again.
 */
export type NotStored =
  | { kind: 'forgotten' }
  /** `stored` is what the store now contains for the connection; `unknown`: nothing that could be read. */
  | { kind: 'refused' | 'failed'; error: unknown; stored: 'new' | 'other' | 'unknown' };

/** `otherSession`: the new key is no longer the one in use. `failed`: nothing was sent. */
export type NotDeleted =
  | OtherSession
  | { kind: 'failed'; error: unknown }
  | Exclude<Removed, { kind: 'gone' | 'notSent' }>;

export type Rotation = ReturnType<typeof createRotation>;

/**
 * Replaces the key in use: creates a new one, verifies and stores it, deletes the old one and verifies that with the
 * list. Stops at the first step that fails and reports where, and which keys then exist. The old key stays in use
 * until the new one is verified and stored, and is deleted only after that.
 *
 * @param record records the rotation as a whole; its steps are recorded as separate key actions
 */
export function createRotation(session: SessionOwner, store: KeyStore, keys: Keys, record: RecordAction) {
  let isUnderWay = false;

  async function create({ signedIn, description }: RotationPlan): Promise<RotationStep | Ended> {
    if (session.current.peek() !== signedIn) {
      return { kind: 'stopped', at: 'create', why: { kind: 'otherSession' } };
    }
    const created = await keys.create(signedIn, description);
    return created.kind === 'created'
      ? { kind: 'store', made: created.key }
      : { kind: 'stopped', at: 'create', why: created };
  }

  async function prove(
    { signedIn }: RotationPlan,
    step: Extract<RotationStep, { kind: 'store' }>,
  ): Promise<RotationStep | Ended> {
    const { made } = step;
    try {
      if (await keys.use(signedIn, made)) {
        return { kind: 'delete', made: withoutSecret(made), keyMark: keyMark(made.secret) };
      }
      return { kind: 'stopped', at: 'store', step, why: { kind: 'forgotten' } };
    } catch (error) {
      const kind = error instanceof ApiError && error.kind === 'denied' ? 'refused' : 'failed';
      const stored = await storedFor(signedIn, made.secret);
      return { kind: 'stopped', at: 'store', step, why: { kind, error, stored } };
    }
  }

  async function storedFor({ connection }: SignedIn, secret: string) {
    const apiKey = await store.get(connection).catch(() => undefined);
    if (apiKey === undefined) return 'unknown';
    return apiKey === secret ? 'new' : 'other';
  }

  async function remove(
    { signedIn: { connection }, deleteId }: RotationPlan,
    step: Extract<RotationStep, { kind: 'delete' }>,
  ): Promise<Ended> {
    const { made } = step;
    if (deleteId === undefined || deleteId === made.id) return { kind: 'done', made, previous: 'left' };
    const stopped = (why: NotDeleted): Ended => ({ kind: 'stopped', at: 'delete', step, why });
    try {
      const signedIn = await takeUpStored(connection.name);
      if (!signedIn) return stopped({ kind: 'otherSession' });
      // Gets the token as well, so that nothing can come between the last check and the deletion.
      const listed = await keys.listNow(signedIn);
      if (hasEverything(listed) && !listed.some(({ id }) => id === deleteId))
        return { kind: 'done', made, previous: 'deleted' };
      if (!(await isStored(signedIn, step.keyMark))) return stopped({ kind: 'otherSession' });
      const removed = await keys.remove(signedIn, deleteId);
      if (removed.kind === 'gone') return { kind: 'done', made, previous: 'deleted' };
      return stopped(removed.kind === 'notSent' ? { kind: 'otherSession' } : removed);
    } catch (error) {
      return stopped({ kind: 'failed', error });
    }
  }

  /**
   * The session that uses the stored key: a sign-in or a switch while the new key was being verified can have left one
   * with the old key, which would keep sending a deleted key. One that uses it already goes on, with the search on the
   * map. `undefined` if the user has switched elsewhere by now.
   */
  async function takeUpStored(connectionName: string): Promise<SignedIn | undefined> {
    const before = asSignedIn(session.current.peek());
    if (before?.connection.name !== connectionName) return undefined;
    await session.keyChanged(connectionName);
    const signedIn = asSignedIn(session.current.peek());
    return signedIn?.connection === before.connection ? signedIn : undefined;
  }

  async function isStored({ connection }: SignedIn, mark: string): Promise<boolean> {
    const apiKey = await store.get(connection);
    return apiKey !== undefined && keyMark(apiKey) === mark;
  }

  return {
    async run(plan: RotationPlan, from: RotationStep): Promise<Rotated> {
      if (isUnderWay) return { kind: 'busy' };
      isUnderWay = true;
      try {
        let at: RotationStep | Ended = from;
        while (at.kind !== 'done' && at.kind !== 'stopped') {
          if (at.kind === 'create') at = await create(plan);
          else at = at.kind === 'store' ? await prove(plan, at) : await remove(plan, at);
        }
        const { signedIn, description: title } = plan;
        record({ connection: signedIn.connection.name, action: 'rotateKey', title }, rotationOutcome(at));
        return at;
      } finally {
        isUnderWay = false;
      }
    },
  };
}

function rotationOutcome(rotated: Ended): LedgerOutcome {
  if (rotated.kind === 'done') return { result: 'ok', keyId: rotated.made.id };
  const { why } = rotated;
  const keyId = 'step' in rotated ? { keyId: rotated.step.made.id } : {};
  const message = 'error' in why ? messageField(why.error) : {};
  const isUnclear = why.kind === 'unclear' || why.kind === 'stillThere';
  const result = isUnclear ? 'unclear' : why.kind === 'refused' ? 'refused' : 'notSent';
  return { result, ...keyId, ...message };
}
