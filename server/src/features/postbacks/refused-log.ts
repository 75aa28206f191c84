import { isAboutContent } from '#platform/batcher/index.ts';
import { transaction, type Database } from '#platform/database/index.ts';
import type { Logger } from '#platform/logger/index.ts';
import type { LogEntry } from './log-entry.ts';
import { insertLogRows, toLogRow, type LogRow } from './postbacks.repository.ts';

const FLUSH_AFTER_MS = 50;
const MAX_BATCH = 500;
/** Buffer limits in rows and characters. Postbacks without a valid token may use half. */
const MAX_BUFFERED = { rows: 5_000, characters: 8_000_000 };
const MAX_UNAUTHENTICATED = { rows: 2_500, characters: 4_000_000 };
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;

interface BufferedRow {
  readonly row: LogRow;
  readonly characters: number;
  readonly isUnauthenticated: boolean;
}

interface Usage {
  rows: number;
  characters: number;
}

function addUsage(usage: Usage, rows: number, characters: number): void {
  usage.rows += rows;
  usage.characters += characters;
}

const isFull = (usage: Readonly<Usage>, limit: Readonly<Usage>): boolean =>
  usage.rows >= limit.rows || usage.characters >= limit.characters;

/**
 * Buffers the log of postbacks refused before any transaction. Bounded, so a flood cannot exhaust memory.
 * During a database outage the other half stays free for authenticated postbacks that could not be stored.
 */
export function createRefusedLog(database: Database, logger: Logger) {
  let buffer: BufferedRow[] = [];
  const total: Usage = { rows: 0, characters: 0 };
  const unauthenticated: Usage = { rows: 0, characters: 0 };
  let dropped = 0;
  let retryMs = FIRST_RETRY_MS;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;

  const drop = (): void => {
    dropped += 1;
    if (dropped % 1_000 === 1) logger.warn({ dropped }, 'too many refused postbacks at once; some are not in the log');
  };
  const lose = (count: number, error: unknown): void => {
    dropped += count;
    logger.error({ err: error, dropped }, 'refused postbacks could not be logged');
  };
  const insertFirst = (count: number): Promise<void> =>
    insertHalves(database, buffer.slice(0, count), {
      lose,
      remove(batch) {
        buffer = buffer.slice(batch.length);
        for (const { characters, isUnauthenticated } of batch) {
          addUsage(total, -1, -characters);
          if (isUnauthenticated) addUsage(unauthenticated, -1, -characters);
        }
      },
    });
  const write = async (): Promise<void> => {
    while (buffer.length > 0) await insertFirst(Math.min(buffer.length, MAX_BATCH));
  };
  const tryToWrite = async (): Promise<void> => {
    let nextAfterMs = FLUSH_AFTER_MS;
    try {
      await write();
      retryMs = FIRST_RETRY_MS;
    } catch (error) {
      logger.warn({ err: error, waiting: buffer.length }, 'refused postbacks wait to be logged');
      nextAfterMs = retryMs;
      retryMs = Math.min(LONGEST_RETRY_MS, retryMs * 2);
    }
    writing = undefined;
    if (buffer.length > 0) writeAfter(nextAfterMs);
  };
  const writeAfter = (ms: number): void => {
    timer ??= setTimeout(() => {
      timer = undefined;
      writing = tryToWrite();
    }, ms).unref();
  };

  return {
    /** @param isUnauthenticated true without a valid token */
    add(entry: LogEntry, isUnauthenticated = false): void {
      if (isFull(total, MAX_BUFFERED) || (isUnauthenticated && isFull(unauthenticated, MAX_UNAUTHENTICATED))) {
        drop();
        return;
      }
      const row = toLogRow(entry);
      const characters = Object.values(row).reduce<number>(
        (sum, cell) => sum + (typeof cell === 'string' ? cell.length : 0),
        0,
      );
      buffer.push({ row, characters, isUnauthenticated });
      addUsage(total, 1, characters);
      if (isUnauthenticated) addUsage(unauthenticated, 1, characters);
      if (writing === undefined) writeAfter(FLUSH_AFTER_MS);
    },
    dropped: (): number => dropped,
    /** Counts a rate-limited postback that is not logged. */
    drop,
    /** Writes the buffer a last time. */
    async stop(): Promise<void> {
      await writing;
      clearTimeout(timer);
      await write().catch((error: unknown) => lose(buffer.length, error));
    },
  };
}

/** Splits a failing insert, so one bad entry loses no other. @throws on an outage; the entries reached are unsent */
async function insertHalves(
  database: Database,
  batch: readonly BufferedRow[],
  on: { lose(count: number, error: unknown): void; remove(batch: readonly BufferedRow[]): void },
): Promise<void> {
  try {
    const rows = batch.map(({ row }) => row);
    await transaction(database, async (tx) => insertLogRows(tx, rows));
  } catch (error) {
    if (!isAboutContent(error)) throw error;
    if (batch.length > 1) {
      const half = Math.ceil(batch.length / 2);
      await insertHalves(database, batch.slice(0, half), on);
      await insertHalves(database, batch.slice(half), on);
      return;
    }
    on.lose(1, error);
  }
  on.remove(batch);
}

export type RefusedLog = ReturnType<typeof createRefusedLog>;
