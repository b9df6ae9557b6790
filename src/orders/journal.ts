import { signal, type ReadonlySignal } from '@preact/signals-core';
import { isRecord } from '../api/footprint.ts';
import { defaultUnit, type Amount } from '../model/order/order.ts';
import type { OrderBody } from '../model/order/orderBody.ts';
import { mkdir, open, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';

/** What became of one yes to an order. `sending` with nothing after it is an order whose answer is not known. */
export type JournalEvent =
  | {
      event: 'sending';
      bodyHash: string;
      /** What leaves: an order of the service is compared with it. Lines of an earlier version have none. */
      body?: OrderBody;
      /** Empty where the body has none, as that of a product order. */
      title: string;
      orderKind: string;
      price: Amount;
      /**
       * Ids of orders that could be taken for this one and that the service listed before it left. Absent where the
       * list was not known then.
       */
      knownBefore?: readonly string[];
    }
  | { event: 'placed'; orderId: string; status: string }
  | { event: 'refused'; message: string }
  | { event: 'unclear'; message: string }
  /** The user looked and says that the service did not book it. */
  | { event: 'notBooked' }
  /** It was written down and then never sent: something stood in the way after all. */
  | { event: 'withdrawn'; why: string };

/** What an order came to. */
export type Outcome = Exclude<JournalEvent, { event: 'sending' }>;

/** Where orders go and are listed. */
export interface OrderPlace {
  /** Name of the connection. */
  connection: string;
  /** Base address of the service: it stays where the connection is given another name. */
  service?: string;
  /** Id of the contract that pays, where it is known. */
  contract?: string;
}

export type JournalLine = JournalEvent &
  OrderPlace & {
    /** One per yes of the user. */
    id: string;
    /** ISO 8601, UTC. */
    at: string;
  };

/**
 * A line as it was written down. What is missing or of another type, as after an edit by hand, becomes what holds an
 * order back rather than what lets it through: an attempt without a price stays an attempt.
 *
 * @returns `undefined` for what says nothing of any order
 */
export function readJournalLine(value: unknown): JournalLine | undefined {
  if (!isRecord(value)) return undefined;
  const { id, connection } = value;
  if (typeof id !== 'string' || typeof connection !== 'string') return undefined;
  const event = readEvent(value);
  return event && { ...placeOf(connection, value), ...event, id, at: momentIn(value.at) };
}

function placeOf(connection: string, { service, contract }: Record<string, unknown>): OrderPlace {
  return {
    connection,
    ...(typeof service === 'string' ? { service } : {}),
    ...(typeof contract === 'string' ? { contract } : {}),
  };
}

function readEvent(line: Record<string, unknown>): JournalEvent | undefined {
  const { event, body, price, knownBefore } = line;
  switch (event) {
    case 'sending':
      return {
        event,
        bodyHash: textIn(line.bodyHash),
        ...(isRecord(body) ? { body } : {}),
        title: textIn(line.title),
        orderKind: textIn(line.orderKind),
        price: amountIn(price),
        ...(Array.isArray(knownBefore)
          ? { knownBefore: knownBefore.filter(one => typeof one === 'string') }
          : {}),
      };
    case 'placed':
      return { event, orderId: textIn(line.orderId), status: textIn(line.status) };
    case 'refused':
    case 'unclear':
      return { event, message: textIn(line.message) };
    case 'notBooked':
      return { event };
    case 'withdrawn':
      return { event, why: textIn(line.why) };
    default:
      return undefined;
  }
}

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Nothing is earned by an order: less than nothing would make room in the budget. */
function amountIn(value: unknown): Amount {
  const { value: number, unit } = isRecord(value) ? value : {};
  return {
    value: typeof number === 'number' && number > 0 ? number : 0,
    unit: typeof unit === 'string' ? unit : defaultUnit,
  };
}

/** What has no time of its own lies long ago. */
function momentIn(value: unknown): string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value)) ? value : new Date(0).toISOString();
}

/** Lines that are on the disk when `append` resolves. All windows of the machine share them. */
export interface JournalStore {
  append(line: JournalLine): Promise<void>;
  /** The same array as long as nothing was added. */
  readAll(): Promise<readonly JournalLine[]>;
}

export interface Journal {
  /** Lines as this window read them last; what another one writes shows at the next reading. */
  readonly known: ReadonlySignal<readonly JournalLine[]>;
  /** Everything that is on the disk now. */
  read(): Promise<readonly JournalLine[]>;
  /**
   * Resolves to the id of the entry when it is on the disk: only then may the order leave, and only if `read` shows it.
   */
  begin(
    place: OrderPlace,
    order: Omit<Extract<JournalEvent, { event: 'sending' }>, 'event'>,
  ): Promise<string>;
  close(connection: string, id: string, outcome: Outcome): Promise<void>;
}

export function createJournal(store: JournalStore, now = Date.now): Journal {
  const known = signal<readonly JournalLine[]>([]);
  const stamp = (id: string) => ({ id, at: new Date(now()).toISOString() });

  async function read() {
    const lines = await store.readAll();
    known.value = lines;
    return lines;
  }

  return {
    known,
    read,
    async begin(place, order) {
      const id = crypto.randomUUID();
      await store.append({ event: 'sending', ...order, ...place, ...stamp(id) });
      return id;
    },
    async close(connection, id, outcome) {
      await store.append({ ...outcome, connection, ...stamp(id) });
      // It is written; who shows it learns of it when it can be read.
      await read().catch(() => undefined);
    },
  };
}

interface Kept {
  end: number;
  lines: readonly JournalLine[];
  tail: Buffer;
}

const nothing: Kept = { end: 0, lines: [], tail: Buffer.alloc(0) };

/** By so many bytes, which hold an id and a time, the file is recognised. */
const tailLength = 128;

/**
 * The order journal as a file of JSON lines, only ever appended to, by all windows of the machine. A line is on the
 * disk (fsync) before `append` resolves. A last line that a crash cut short is passed over.
 */
export function createJournalFile(path: string): JournalStore {
  const folder = dirname(path);
  /** Lines up to `end` (bytes), each with its line break, and the last bytes before that place. */
  let kept: Kept = nothing;

  async function readOn(file: FileHandle): Promise<readonly JournalLine[]> {
    const { size } = await file.stat();
    const from = kept.end - kept.tail.length;
    const bytes = await readFrom(file, from, size);
    // Another file, or one that was cut: what was read of it does not count.
    if (!bytes.subarray(0, kept.tail.length).equals(kept.tail)) {
      kept = nothing;
      return readOn(file);
    }
    const text = bytes.subarray(kept.tail.length);
    const whole = text.lastIndexOf(0x0a) + 1;
    const added = linesIn(text.subarray(0, whole));
    const lines = added.length > 0 ? [...kept.lines, ...added] : kept.lines;
    const end = kept.end + whole;
    kept = {
      end,
      lines,
      tail: Buffer.from(bytes.subarray(Math.max(0, end - from - tailLength), end - from)),
    };
    // The last line stands without a break while it is written, or for good where that was cut short.
    const last = linesIn(text.subarray(whole));
    return last.length > 0 ? [...lines, ...last] : lines;
  }

  /** One reading at a time: each goes on where the one before ended. */
  let reading: Promise<unknown> = Promise.resolve();

  return {
    async append(line) {
      await mkdir(folder, { recursive: true });
      const { file, isNew } = await openToAppend(path);
      try {
        // A line of its own even after one that was cut short.
        await file.appendFile(`\n${JSON.stringify(line)}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      if (isNew) await syncFolder(folder);
    },
    readAll() {
      const run = reading.then(async () => {
        const file = await open(path, 'r').catch((error: unknown) => {
          if (isMissing(error)) return undefined;
          throw error;
        });
        if (!file) return [];
        try {
          return await readOn(file);
        } finally {
          await file.close();
        }
      });
      reading = run.catch(() => undefined);
      return run;
    },
  };
}

async function openToAppend(path: string): Promise<{ file: FileHandle; isNew: boolean }> {
  try {
    return { file: await open(path, 'ax', 0o600), isNew: true };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return { file: await open(path, 'a', 0o600), isNew: false };
  }
}

/** A new file is there after a power cut only if its folder is on the disk too. Not every system can do that. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}

/** Less than to the end where the file was cut meanwhile. */
async function readFrom(file: FileHandle, from: number, end: number): Promise<Buffer> {
  const bytes = Buffer.alloc(Math.max(0, end - from));
  let length = 0;
  while (length < bytes.length) {
    const { bytesRead } = await file.read(bytes, length, bytes.length - length, from + length);
    if (bytesRead === 0) break;
    length += bytesRead;
  }
  return bytes.subarray(0, length);
}

function linesIn(bytes: Buffer): JournalLine[] {
  return bytes
    .toString('utf8')
    .split('\n')
    .flatMap(line => {
      try {
        const read = readJournalLine(JSON.parse(line));
        return read ? [read] : [];
      } catch {
        return [];
      }
    });
}

function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
