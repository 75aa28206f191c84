import { hash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { AnyRoute } from '@muneem/contract/http';
import type { FastifyRequest } from 'fastify';
import { AppError } from '#platform/app-error/index.ts';
import type { Clock } from '#platform/clock/index.ts';
import { outageOf } from '#platform/database-driver/index.ts';
import type { Database, Tx } from '#platform/database/index.ts';
import {
  claimKey,
  deleteKeysBefore,
  findRequest,
  releaseKey,
  storeAnswer,
  type StoredRequest,
} from './idempotency.repository.ts';
import type { HandlerAnswer } from './request-context.ts';
import type { RequestContext } from './request-context.ts';

interface IdempotencyDependencies {
  readonly database: Database;
  readonly clock: Clock;
}

/** How the work can store its answer. */
interface OnceOnly<Answer> {
  /** The request's Idempotency-Key, for work that stores it. */
  readonly key: string;
  /**
   * Stores the answer in the transaction of the change, so a crash cannot separate them.
   * @throws AppError `idempotency_in_progress` if another request took the key over: the change is rolled back
   */
  keep(tx: Tx, answer: Answer): Promise<void>;
}

/** Longer than any request takes: after this time its process has died. */
const ABANDONED_AFTER_MS = 90_000;
const RELEASE_EVERY_MS = 1_000;
const KEPT_MS = 7 * 86_400_000;
const KEY = /^[\x21-\x7e]{1,255}$/;

/**
 * Runs `work` once per `Idempotency-Key` (required). A repeat within 7 days gets the first answer.
 * A failed request releases its key, so it can be retried.
 * @throws AppError `validation_failed` without a key, `idempotency_mismatch` if the key belongs to another request,
 * `idempotency_in_progress` while the first request runs
 */
export async function answerOnce<R extends AnyRoute>(
  { database, clock }: IdempotencyDependencies,
  { request, reply, body, actor }: RequestContext<R>,
  work: (once: OnceOnly<HandlerAnswer<R>>) => Promise<HandlerAnswer<R>>,
): Promise<HandlerAnswer<R>> {
  const key = readKey(request.headers['idempotency-key']);
  const scope = `${actor.kind}:${actor.id} ${request.method} ${spelledPath(request)}`;
  const requestHash = hash('sha256', canonical(body), 'hex');
  const at = clock.now();
  const claim = { scope, key, requestHash, at, abandonedBefore: new Date(at.getTime() - ABANDONED_AFTER_MS) };
  if (!(await claimKey(database, claim))) {
    const stored = await findRequest(database, scope, key);
    reply.header('idempotent-replayed', 'true');
    return answerOf(stored, requestHash) as HandlerAnswer<R>;
  }
  try {
    const answer = await work({
      key,
      keep: async (tx, kept) => {
        if (!(await storeAnswer(tx, { scope, key, requestHash }, reply.statusCode, kept))) throw inProgress();
      },
    });
    await storeAnswer(database, { scope, key, requestHash }, reply.statusCode, answer);
    return answer;
  } catch (error) {
    await releaseKey(database, scope, key).catch(() => void releaseLater(database, scope, key));
    throw error;
  }
}

/** Returns the route's path with its parameters: a URL has many spellings (`/api/%75sers`, `/api/users/`). */
const spelledPath = ({ routeOptions, params }: FastifyRequest): string =>
  (routeOptions.url ?? '').replaceAll(/:(\w+)/g, (_, name: string) => (params as Record<string, string>)[name] ?? '');

/** Releases a key after an outage. Otherwise a retry is refused until the first request counts as abandoned. */
async function releaseLater(database: Database, scope: string, key: string): Promise<void> {
  const end = performance.now() + ABANDONED_AFTER_MS / 2;
  while (performance.now() < end) {
    await delay(RELEASE_EVERY_MS, undefined, { ref: false });
    const isOver = await releaseKey(database, scope, key).then(
      () => true,
      (error: unknown) => outageOf(error) === undefined,
    );
    if (isOver) return;
  }
}

/** Deletes expired keys. */
export async function purgeIdempotencyKeys({ database, clock }: IdempotencyDependencies): Promise<void> {
  await deleteKeysBefore(database, new Date(clock.now().getTime() - KEPT_MS));
}

function readKey(header: string | string[] | undefined): string {
  if (typeof header === 'string' && KEY.test(header)) return header;
  throw new AppError(
    'validation_failed',
    'Send an Idempotency-Key header of 1 to 255 characters. Use the same one for retries of the request.',
    { fields: { 'Idempotency-Key': 'Required' } },
  );
}

export const idempotencyMismatch = (): AppError =>
  new AppError('idempotency_mismatch', 'This Idempotency-Key was used for another request. Use a new one.');

function answerOf(stored: StoredRequest | null, requestHash: string): unknown {
  if (stored !== null && stored.requestHash !== requestHash) throw idempotencyMismatch();
  // Null: the first request was refused in the meantime.
  if (stored === null || stored.status === null) throw inProgress();
  return stored.answer;
}

const inProgress = (): AppError =>
  new AppError('idempotency_in_progress', 'The same request is still in progress. Try again in a moment.', {
    retryAfterS: 1,
  });

/** Serializes with sorted keys, so that equal content is equal text. */
function canonical(value: unknown): string {
  return (
    JSON.stringify(value, (_, part: unknown) =>
      typeof part === 'object' && part !== null && !Array.isArray(part)
        ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
        : part,
    ) ?? ''
  );
}
