import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { createWaitingLine } from '#platform/waiting-line/index.ts';

/** Argon2id, OWASP's first choice of parameters for 19 MiB. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Room beside the hashing: for the event loop and the database. */
const CONCURRENCY = Math.max(1, Math.min(4, availableParallelism() - 1));
const MAX_WAITING = 1_000;

/** What whoever finds the line full is told. */
export const SIGN_INS_BUSY = {
  busyText: 'Too many people are signing in right now. Please try again in a few seconds.',
  retryAfterS: 10,
};

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** `passwordHash` undefined: does the same work and answers false, so that nobody sees from outside whether there is one. */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
  /** The most hashes that ever ran at the same time. */
  peak(): number;
}

/** Argon2id with bounded concurrency: it runs on the thread pool that files and names need as well. */
export function createPasswordHasher({ concurrency = CONCURRENCY, maxWaiting = MAX_WAITING } = {}): PasswordHasher {
  const line = createWaitingLine({ concurrency, maxWaiting, ...SIGN_INS_BUSY });
  let decoy: Promise<string> | undefined;
  return {
    hash: (password) => line.run(() => hash(password, ARGON2ID)),
    verify: (passwordHash, password) =>
      line.run(async () => {
        decoy ??= hash('nobody has this password', ARGON2ID);
        const given = await verify(passwordHash ?? (await decoy), password);
        return passwordHash !== undefined && given;
      }),
    peak: line.peak,
  };
}
