import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import { AppError } from '#platform/app-error/index.ts';

/** Argon2id, OWASP's first choice of parameters for 19 MiB. */
const ARGON2ID = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** Room beside the hashing: for the event loop and the database. */
const CONCURRENCY = Math.max(1, Math.min(4, availableParallelism() - 1));
/** Some 15 s of work on one core: whoever would wait longer is told at once. */
const MAX_WAITING = 1_000;

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** `passwordHash` undefined: does the same work and answers false, so that nobody sees from outside whether there is one. */
  verify(passwordHash: string | undefined, password: string): Promise<boolean>;
  /** The most hashes that ever ran at the same time. */
  peak(): number;
}

/** Argon2id with bounded concurrency: a flood of sign-ins waits in line and leaves the process able to answer. */
export function createPasswordHasher({ concurrency = CONCURRENCY, maxWaiting = MAX_WAITING } = {}): PasswordHasher {
  const waiting: (() => void)[] = [];
  let running = 0;
  let peak = 0;
  let decoy: Promise<string> | undefined;

  const inLine = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    if (running >= concurrency) {
      if (waiting.length >= maxWaiting) {
        throw new AppError('unavailable', {
          userMessage: 'Too many people are signing in right now. Please try again in a few seconds.',
          retryAfterS: 10,
        });
      }
      // Whoever finishes hands its place on, so `running` stays as it is.
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
      peak = Math.max(peak, running);
    }
    try {
      return await work();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };

  return {
    hash: (password) => inLine(() => hash(password, ARGON2ID)),
    verify: (passwordHash, password) =>
      inLine(async () => {
        decoy ??= hash('nobody has this password', ARGON2ID);
        const given = await verify(passwordHash ?? (await decoy), password);
        return passwordHash !== undefined && given;
      }),
    peak: () => peak,
  };
}
