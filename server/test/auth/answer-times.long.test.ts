import { beforeEach, describe, expect, it } from 'vitest';
import { createPasswordHasher } from '#features/auth/index.ts';
import { createAuthApp, EMAIL, PASSWORD, type AuthApp } from './auth-app.ts';

let app: AuthApp;
// The product hashes the password itself, at its own cost.
beforeEach(async () => void (app = await createAuthApp({ ADMIN_EMAIL: EMAIL, ADMIN_PASSWORD: PASSWORD })));

const median = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** Times known and unknown addresses in turn, so that load on the machine affects both. */
async function medians(
  rounds: number,
  call: (email: string, round: number) => Promise<unknown>,
): Promise<{ known: number; unknown: number }> {
  const known: number[] = [];
  const unknown: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const order = round % 2 === 0 ? [known, unknown] : [unknown, known];
    for (const times of order)
      times.push(await timed(() => call(times === known ? EMAIL : `nobody${round}@example.com`, round)));
  }
  return { known: median(known), unknown: median(unknown) };
}

describe('answers take the same time for known and unknown email addresses', () => {
  it.each([
    ['a wrong password', 11, (email: string) => app.post('login', { email, password: 'not the password' })],
    [
      'a forgotten password',
      11,
      (email: string) => (app.clock.advance(15 * 60_000), app.post('forgot-password', { email })),
    ],
    ['a new code', 11, (email: string) => (app.clock.advance(60_000), app.post('resend-otp', { email }))],
    ['a code', 11, (email: string) => app.post('verify-otp', { email, otp: '123456' })],
  ] as const)('for %s', async (what, rounds, call) => {
    await call(EMAIL);
    let result = await medians(rounds, call);
    // A busy machine may spoil one series of measurements, so there are three.
    for (let i = 0; i < 2 && Math.abs(result.known / result.unknown - 1) > 0.05; i += 1)
      result = await medians(rounds, call);
    console.info(`${what}: known ${result.known.toFixed(1)} ms, unknown ${result.unknown.toFixed(1)} ms`);
    expect(Math.abs(result.known / result.unknown - 1)).toBeLessThanOrEqual(0.05);
  });
});

it('limits concurrent password hashes and rejects the calls that do not fit the queue', async () => {
  const passwords = createPasswordHasher({ concurrency: 2, maxWaiting: 10 });
  const outcomes = await Promise.allSettled(Array.from({ length: 30 }, () => passwords.verify(undefined, 'x')));
  expect(passwords.peak()).toBe(2);
  expect(outcomes.filter((outcome) => outcome.status === 'fulfilled')).toHaveLength(12);
  expect(outcomes.find((outcome) => outcome.status === 'rejected')).toMatchObject({
    reason: { code: 'unavailable', retryAfterS: 10 },
  });
});
