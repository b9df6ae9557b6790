import { localDay, parseLocalDay } from '../../src/base/words/moment.ts';
import { type JournalLine, readJournalLine } from '../../src/features/orders/journal.ts';
import { isUnconfirmed, listAttempts, type OrderAttempt } from '../../src/features/orders/orderAttempts.ts';
import type { Confirmation } from './activity.ts';
import { type Disk, root } from './disk.ts';
import { digestOf } from './network.ts';
import { downloadFolder, journalPath } from './window.ts';

/** What must hold after every step, and how it is found out that it doesn't. */
export class Rules {
  readonly confirmations: Confirmation[] = [];
  /** Keys and tokens that exist. */
  readonly secrets = new Set<string>();
  /** Digests of whole deliveries. */
  readonly deliveries = new Set<string>();
  /** Credits that can be spent on a day without the amount being typed. */
  perDay: number | undefined;
  /** Windows know what others do: old readings of the journal hide it. */
  knowsOthers = true;
  /** The first rule that was broken. */
  private failure: string | undefined;
  /** The texts of all lines that were written to the journal in whole. */
  private readonly lines = new Set<string>();
  private readonly disk: Disk;
  /** The number of changes of the disk when it was looked at last. */
  private looked = -1;
  /** Readings of the journal that are in order. */
  private readonly wholeLines = new WeakSet<readonly JournalLine[]>();
  private readonly digests = new WeakMap<Buffer, string>();
  private known: { content: Buffer; attempts: OrderAttempt[] } | undefined;

  constructor(disk: Disk) {
    this.disk = disk;
  }

  /** Also tells the world, because the code that runs may catch what is thrown. */
  fail(message: string): never {
    this.failure ??= message;
    throw new BrokenRule(message);
  }

  onWrite(path: string, content: Buffer): void {
    this.keepSecrets(content.toString(), `the file ${path.slice(root.length)}`);
  }

  keepSecrets(text: string, where: string): void {
    for (const secret of this.secrets)
      if (text.includes(secret) || text.includes(encodeURIComponent(secret)))
        this.fail(`A key or token is in ${where}.`);
  }

  /** A line that a window wants to have in the journal. */
  onLine(line: JournalLine): void {
    this.lines.add(JSON.stringify(readJournalLine(JSON.parse(JSON.stringify(line)))));
  }

  onOrderLeaving(confirmation: Confirmation | undefined, hash: string): void {
    if (confirmation?.action !== 'order' || confirmation.subject !== hash)
      this.fail('An order left that nobody confirmed.');
    confirmation.sent += 1;
    if (confirmation.sent > 1) this.fail('An order left twice for one confirmation.');
    const entry = attemptsIn(this.disk.certain(journalPath)).find(({ id }) => id === confirmation.entryId);
    if (entry?.bodyHash !== hash)
      this.fail('An order left that a power failure would take out of the journal.');
    if (!isUnconfirmed(entry)) this.fail('An order left whose attempt is over.');
    if (!this.knowsOthers) return;
    this.keepBudget(confirmation, entry);
    const all = this.attempts();
    const earlier = all.slice(
      0,
      all.findIndex(({ id }) => id === entry.id),
    );
    if (earlier.some(attempt => attempt.bodyHash === hash && isUnconfirmed(attempt)))
      this.fail('An order left while the same one was not found out.');
  }

  onRevocationLeaving(confirmation: Confirmation | undefined, subscriptionId: string): void {
    if (confirmation?.action !== 'revoke' || confirmation.subject !== subscriptionId)
      this.fail('A revocation left that nobody confirmed.');
    confirmation.sent += 1;
    if (confirmation.sent > 1) this.fail('A revocation left twice for one confirmation.');
  }

  /** The service has booked something. */
  lookAgain(): void {
    this.looked = -1;
  }

  /** @param known what a window has read of the journal */
  afterStep(known: readonly (readonly JournalLine[])[]): void {
    if (this.failure !== undefined) this.fail(this.failure);
    for (const lines of known) this.expectWholeLines(lines);
    if (this.looked === this.disk.changes) return;
    this.looked = this.disk.changes;
    const files = this.disk.files(downloadFolder);
    for (const [path, content] of files)
      if (!path.includes('.part/') && !this.deliveries.has(this.digestOf(content)))
        this.fail(`The file ${path} is not whole.`);
    this.expectTruth();
  }

  /**
   * Nothing that was booked is recorded as not booked. Of two attempts at the same order, either can count as the one
   * that was booked.
   */
  private expectTruth(): void {
    const attempts = this.attempts();
    const placed = new Map(
      attempts.flatMap(({ bodyHash, outcome }) =>
        outcome?.event === 'placed' ? [[outcome.orderId, bodyHash]] : [],
      ),
    );
    const outcomes = new Map(attempts.map(({ id, outcome }) => [id, outcome?.event]));
    for (const { entryId = '', subject, booked } of this.confirmations) {
      if (booked.length > 1) this.fail('One confirmation booked two orders.');
      const [orderId] = booked;
      if (orderId === undefined) continue;
      const event = outcomes.get(entryId);
      const countsAs = placed.get(orderId);
      if (countsAs !== undefined && countsAs !== subject) this.fail('An order counts as another one.');
      if (countsAs === undefined && event !== undefined && event !== 'unclear')
        this.fail(`A booked order counts as ${event}.`);
    }
  }

  /** On a good day at last, when everything was checked. */
  expectEverythingFound(): void {
    this.lookAgain();
    this.afterStep([]);
    const attempts = this.attempts();
    const open = attempts.filter(isUnconfirmed);
    if (open.length > 0) this.fail(`${open.length} orders were never found out.`);
    const placed = attempts.flatMap(({ outcome }) => (outcome?.event === 'placed' ? [outcome.orderId] : []));
    const booked = this.confirmations.flatMap(confirmation => confirmation.booked);
    if (placed.sort().join() !== booked.sort().join())
      this.fail(`The journal has ${placed.length} orders, the service ${booked.length}.`);
  }

  private attempts(): OrderAttempt[] {
    const [, content = Buffer.alloc(0)] = this.disk.files(journalPath)[0] ?? [];
    if (this.known?.content !== content) this.known = { content, attempts: attemptsIn(content) };
    return this.known.attempts;
  }

  private digestOf(content: Buffer): string {
    const digest = this.digests.get(content) ?? digestOf(content);
    this.digests.set(content, digest);
    return digest;
  }

  private expectWholeLines(lines: readonly JournalLine[]): void {
    if (this.wholeLines.has(lines)) return;
    this.wholeLines.add(lines);
    for (const line of lines)
      if (!this.lines.has(JSON.stringify(line))) this.fail('A line of the journal was made up.');
  }

  /** What was sent without its amount typed stays within the limit of its day. */
  private keepBudget(confirmation: Confirmation, { at }: OrderAttempt): void {
    if (this.perDay === undefined || confirmation.isTyped) return;
    const day = localDay(Date.parse(at));
    const entries = new Map(this.attempts().map(attempt => [attempt.id, attempt]));
    const spent = this.confirmations
      .filter(({ booked, entryId }) => booked.length > 0 || entryId === confirmation.entryId)
      .filter(({ entryId = '' }) => parseLocalDay(entries.get(entryId)?.at) === day)
      .reduce((sum, { price }) => sum + price, 0);
    if (spent > this.perDay + 1e-6)
      this.fail(`${spent} credits were sent on a day with a limit of ${this.perDay}.`);
  }
}

export class BrokenRule extends Error {}

/** Read apart from the log that Swath reads it with. */
function attemptsIn(content: Buffer): OrderAttempt[] {
  const lines = content
    .toString()
    .split('\n')
    .flatMap(text => {
      try {
        return [readJournalLine(JSON.parse(text))].filter(line => line !== undefined);
      } catch {
        return [];
      }
    });
  return listAttempts(lines, undefined);
}
