import { isAboutContent } from '#platform/batcher/index.ts';
import { transaction, type Database } from '#platform/database/index.ts';
import type { Logger } from '#platform/logger/index.ts';
import type { LogEntry } from './log-entry.ts';
import { insertPostbackLog } from './postbacks.repository.ts';

const FLUSH_AFTER_MS = 50;
const MAX_BATCH = 500;
const MAX_BUFFERED = 5_000;

/** The log of postbacks that were refused before they reached a transaction: bounded, so that a flood cannot fill us. */
export function createRefusedLog(database: Database, logger: Logger) {
  let buffer: LogEntry[] = [];
  let dropped = 0;
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> | undefined;

  const drop = (): void => {
    dropped += 1;
    if (dropped % 1_000 === 1) logger.warn({ dropped }, 'too many refused postbacks at once; some are not in the log');
  };
  const write = async (): Promise<void> => {
    while (buffer.length > 0) {
      const batch = buffer.slice(0, MAX_BATCH);
      buffer = buffer.slice(MAX_BATCH);
      await insert(batch);
    }
  };
  /** An entry that cannot be stored takes no other with it. */
  const insert = async (batch: readonly LogEntry[]): Promise<void> => {
    try {
      await transaction(database, async (tx) => insertPostbackLog(tx, batch));
    } catch (error) {
      if (batch.length > 1 && isAboutContent(error)) {
        const middle = Math.ceil(batch.length / 2);
        await insert(batch.slice(0, middle));
        await insert(batch.slice(middle));
        return;
      }
      dropped += batch.length;
      logger.error({ err: error, dropped }, 'refused postbacks could not be logged');
    }
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    writing ??= write().finally(() => (writing = undefined));
    return writing;
  };

  return {
    add(entry: LogEntry): void {
      if (buffer.length >= MAX_BUFFERED) {
        drop();
        return;
      }
      buffer.push(entry);
      timer ??= setTimeout(() => void flush(), FLUSH_AFTER_MS).unref();
    },
    /** Counts one that is not logged, since its sender was told to wait. */
    drop,
    /** Writes what is buffered; call it before stopping. */
    flush,
  };
}

export type RefusedLog = ReturnType<typeof createRefusedLog>;
