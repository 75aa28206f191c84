import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createConcurrencyLimit } from '#platform/concurrency-limit/index.ts';

/** Argon2id with OWASP's first recommendation for 19 MiB */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Leaves one core for the event loop and the database. */
const CONCURRENCY = Math.max(1, Math.min(4, availableParallelism() - 1));
const MAX_WAITING = 1_000;

/** The error when the queue is full. */
export const SIGN_INS_BUSY = {
  busyText: 'Too many people are signing in right now. Please try again in a few seconds.',
  retryAfterS: 10,
};

export type PasswordHasher = ReturnType<typeof createPasswordHasher>;

/** Hashes with Argon2id, with bounded concurrency: it shares the thread pool with files and DNS. */
export function createPasswordHasher({ concurrency = CONCURRENCY, maxWaiting = MAX_WAITING } = {}) {
  const limit = createConcurrencyLimit({ concurrency, maxWaiting, ...SIGN_INS_BUSY });
  let decoy: Promise<string> | undefined;
  return {
    hash: (password: string): Promise<string> => limit.run(() => hash(password, ARGON2ID)),
    /**
     * `passwordHash` undefined: does the same work and returns false, so timing does not reveal whether an account exists.
     */
    verify: (passwordHash: string | undefined, password: string): Promise<boolean> =>
      limit.run(async () => {
        decoy ??= hash('password of no account', ARGON2ID);
        const matches = await verify(passwordHash ?? (await decoy), password);
        return passwordHash !== undefined && matches;
      }),
    peak: limit.peak,
  };
}
