import { randomUUID } from 'node:crypto';
import {
  EXPORT_UNTAKEN_MINUTES,
  MAX_RUNNING_EXPORTS,
  type ExportEnd,
  type ExportFormat,
} from '@muneem/contract/exports';
import type { FastifyReply } from 'fastify';
import { AppError } from '#platform/app-error/index.ts';
import { writeAudit, type Actor } from '#platform/audit-log/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import { transaction, type Database } from '#platform/database/index.ts';
import { csvStream, xlsxStream, type Portion, type Table } from '#platform/spreadsheet/index.ts';
import { countRunning, endExport, insertExport, saveProgress } from './exports.repository.ts';
import { watchReading } from './watch-reading.ts';

export interface Exported {
  /** `users` or `conversions`: its name in the audit log (`users.export`) and in the list of exports. */
  readonly kind: string;
  readonly entityType: string;
  /** Without the extension. */
  readonly fileName: string;
  readonly table: Table;
  /** Null if there are too many rows to count. */
  readonly total: number | null;
}

interface ExportRequest extends Exported {
  /** The filters of the rows, for the audit log. */
  readonly filters: Readonly<Record<string, unknown>>;
  readonly format: ExportFormat;
  readonly exportId: string | undefined;
  readonly actor: Actor;
  /** Returns null once the caller's session has ended or their right is gone, which ends the export. */
  readonly isAllowed: () => Promise<unknown>;
}

const MIME = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
} as const;
const PROGRESS_EVERY_MS = 500;
/** Interval of the heartbeat. It continues while a download is paused. */
const ALIVE_EVERY_MS = 15_000;
const MOST_STILL = (EXPORT_UNTAKEN_MINUTES * 60_000) / ALIVE_EVERY_MS;

/**
 * Streams a table as a file. Audits it before the first byte. Ends with the caller's connection or session,
 * or if no bytes are taken for minutes. A failure breaks the connection, so a partial file never looks complete.
 * @throws AppError `rate_limited` if three are running; `conflict` for a used export id
 */
export async function streamExport(
  { database, clock }: { readonly database: Database; readonly clock: Clock },
  request: ExportRequest,
  reply: FastifyReply,
): Promise<void> {
  const id = request.exportId ?? randomUUID();
  await begin(database, clock, id, request);
  const portions = counted(request.table.portions, PROGRESS_EVERY_MS, async (rows) => {
    if (!(await request.isAllowed())) {
      await breakOff('session_ended');
      throw new Error('the session of an export has ended');
    }
    await saveProgress(database, id, rows, clock.now());
  });
  const table = { ...request.table, portions };
  const stream = request.format === 'csv' ? csvStream(table) : xlsxStream(table);
  let status: 'done' | 'cancelled' | 'failed' = 'cancelled';
  stream.once('end', () => (status = 'done'));
  stream.once('error', (error) => {
    status = reply.raw.destroyed ? 'cancelled' : 'failed';
    if (status === 'failed') reply.log.error({ err: error, export: id }, 'an export was aborted');
  });
  /** Stores the reason before the connection breaks, so that the client can ask for it. */
  const breakOff = async (because: ExportEnd): Promise<void> => {
    await endExport(database, id, {
      status: 'cancelled',
      because,
      written: portions.written(),
      at: clock.now(),
    }).finally(() => reply.raw.destroy());
  };
  const taking = watchReading(reply.raw);
  const look = async (): Promise<void> => {
    if (taking.stalledFor() >= MOST_STILL) return breakOff('not_taken');
    if (!(await request.isAllowed())) return breakOff('session_ended');
    await saveProgress(database, id, portions.written(), clock.now());
  };
  const alive = setInterval(() => {
    look().catch((error: unknown) => reply.log.warn({ err: error }, 'the heartbeat of an export failed'));
  }, ALIVE_EVERY_MS);
  const close = (): void => {
    clearInterval(alive);
    stream.destroy();
    const end = { status, written: portions.written(), at: clock.now() };
    endExport(database, id, end).catch((error: unknown) =>
      reply.log.error({ err: error }, 'the end of an export was not stored'),
    );
  };
  // The connection may already be closed, so no close event follows.
  if (reply.raw.destroyed) return close();
  reply.raw.once('close', close);
  await reply
    .type(MIME[request.format])
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${request.fileName}.${request.format}"`)
    .send(stream);
}

async function begin(database: Database, clock: Clock, id: string, request: ExportRequest): Promise<void> {
  const { kind, format, total, actor, entityType, filters } = request;
  await transaction(database, async (tx) => {
    if ((await countRunning(tx, actor.id, clock.now())) >= MAX_RUNNING_EXPORTS) {
      throw new AppError(
        'rate_limited',
        `${MAX_RUNNING_EXPORTS} of your exports are already running. Wait until one has finished.`,
        { retryAfterS: 10 },
      );
    }
    if (!(await insertExport(tx, { id, adminId: actor.id, kind, format, total, startedAt: clock.now() }))) {
      throw new AppError('conflict', 'This export ID was already used. Choose a new one.');
    }
    await writeAudit(tx, actor, `${kind}.export`, [entityType, '*'], { after: { ...filters, format } });
  });
}

interface CountedPortions extends AsyncIterable<Portion> {
  written(): number;
}

/** Passes portions through and reports the number of rows, at most once per interval. */
function counted(
  portions: AsyncIterable<Portion>,
  everyMs: number,
  tell: (rows: number) => Promise<void>,
): CountedPortions {
  let rows = 0;
  let toldAt = performance.now();
  return {
    written: () => rows,
    async *[Symbol.asyncIterator]() {
      for await (const portion of portions) {
        yield portion;
        rows += portion.rows;
        if (performance.now() - toldAt < everyMs) continue;
        toldAt = performance.now();
        await tell(rows);
      }
    },
  };
}
