import { expect, it, vi } from 'vitest';
import { resendInSteps, type ResendStep } from './resend-steps.ts';

async function* steps(...given: readonly ResendStep[]): AsyncGenerator<ResendStep> {
  for (const step of given) yield await Promise.resolve(step);
}
const step = (resent: number, remaining: number, skipped = 0): ResendStep => ({ resent, skipped, remaining });
const never = { isStopped: () => false, onProgress: () => undefined };

it('continues until none remain and adds up all calls', async () => {
  const onProgress = vi.fn();
  const end = await resendInSteps(steps(step(1000, 500), step(500, 0)), { ...never, onProgress, most: 1500 });
  expect(end).toEqual({ resent: 1500, skipped: 0, remaining: 0, stopped: false });
  expect(onProgress).toHaveBeenCalledTimes(2);
});

it('does not loop forever when deliveries fail again at once', async () => {
  async function* endless(): AsyncGenerator<ResendStep> {
    for (;;) yield await Promise.resolve(step(1000, 3));
  }
  expect(await resendInSteps(endless(), { ...never, most: 2500 })).toMatchObject({ resent: 3000, remaining: 3 });
});

it('stops when a call changes nothing', async () => {
  expect(await resendInSteps(steps(step(0, 7), step(7, 0)), { ...never, most: 100 })).toMatchObject({
    resent: 0,
    remaining: 7,
  });
});

it('stops between two calls on request and reports the remaining number', async () => {
  const end = await resendInSteps(steps(step(10, 90), step(90, 0)), { ...never, isStopped: () => true, most: 100 });
  expect(end).toEqual({ resent: 10, skipped: 0, remaining: 90, stopped: true });
});
