import { isAboutContent } from '#platform/batcher/index.ts';
import { transaction, type Database } from '#platform/database/index.ts';
import type { Logger } from '#platform/logger/index.ts';
import type { LogEntry } from './log-entry.ts';
import { insertPostbackLog } from './postbacks.repository.ts';

const FLUSH_AFTER_MS = 50;
const MAX_BATCH = 500;
const MAX_BUFFERED = 5_000;
const FIRST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;

/**
 * The log of postbacks that were refused before they reached a transaction: bounded, so that a flood cannot fill us. While the
 * database is away they wait, those above all that could not be stored for that very reason.
 */
export function createRefusedLog(database: Database, logger: Logger) {
  let buffer: LogEntry[] = [];
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
  /** An entry that cannot be stored takes no other with it. @throws what an outage throws; what it reached stays in the buffer */
  const insertFirst = async (count: number): Promise<void> => {
    const batch = buffer.slice(0, count);
    try {
      await transaction(database, async (tx) => insertPostbackLog(tx, batch));
    } catch (error) {
      if (!isAboutContent(error)) throw error;
      if (batch.length > 1) {
        const half = Math.ceil(batch.length / 2);
        await insertFirst(half);
        await insertFirst(batch.length - half);
        return;
      }
      lose(1, error);
    }
    buffer = buffer.slice(batch.length);
  };
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
    add(entry: LogEntry): void {
      if (buffer.length >= MAX_BUFFERED) {
        drop();
        return;
      }
      buffer.push(entry);
      if (writing === undefined) writeAfter(FLUSH_AFTER_MS);
    },
    /** Counts one that is not logged, since its sender was told to wait. */
    drop,
    /** Writes what is buffered, for the last time. */
    async stop(): Promise<void> {
      await writing;
      clearTimeout(timer);
      await write().catch((error: unknown) => lose(buffer.length, error));
    },
  };
}

export type RefusedLog = ReturnType<typeof createRefusedLog>;
