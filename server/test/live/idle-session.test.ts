import { REMEMBERED_SESSION_LIFE_MS, SESSION_LIFE_MS } from '@muneem/contract/auth';
import { LIVE_BEAT_MS } from '@muneem/contract/live';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openAdminSession } from '#test/admin-session.ts';
import { createTestApp, type TestApp } from '#test/test-app.ts';

let app: TestApp;
let base: string;
beforeEach(async () => {
  app = await createTestApp({}, { now: '2026-11-21T06:30:00Z' });
  base = await app.listen();
});
afterEach(() => void vi.useRealTimers());

interface Listening {
  readonly status: number;
  beats(): number;
  hasEnded(): boolean;
  close(): void;
}

async function listen(headers: Record<string, string>): Promise<Listening> {
  const controller = new AbortController();
  const response = await fetch(`${base}/api/live`, { headers, signal: controller.signal });
  let text = '';
  let ended = false;
  void (async () => {
    for await (const chunk of response.body ?? []) text += Buffer.from(chunk).toString();
    ended = true;
  })().catch(() => undefined);
  return {
    status: response.status,
    beats: () => text.split(': still here').length - 1,
    hasEnded: () => ended,
    close: () => controller.abort(),
  };
}

describe.each([
  ['12 hours', { remembered: false }, SESSION_LIFE_MS],
  ['15 days when it is remembered', { remembered: true }, REMEMBERED_SESSION_LIFE_MS],
])('a session with only a live stream, for %s', (_life, kind, lifeMs) => {
  const STEPS = 6;

  it('expires together with the stream, and reopening the stream does not extend it', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const { headers } = await openAdminSession(app, `idle-${lifeMs}@example.com`, kind);
    const startedAt = app.clock.now();
    const live = await listen(headers);
    for (let step = 1; step < STEPS; step += 1) {
      app.clock.advance(lifeMs / STEPS);
      vi.advanceTimersByTime(LIVE_BEAT_MS);
      await expect.poll(live.beats, { timeout: 10_000 }).toBe(step);
      const again = await listen(headers);
      expect(again.status).toBe(200);
      again.close();
    }
    app.clock.set(new Date(startedAt.getTime() + lifeMs));
    vi.advanceTimersByTime(LIVE_BEAT_MS);
    await expect.poll(() => live.hasEnded() || live.beats() >= STEPS, { timeout: 10_000 }).toBe(true);
    expect([live.hasEnded(), live.beats()]).toEqual([true, STEPS - 1]);
    expect((await listen(headers)).status).toBe(401);
    expect((await app.call('GET', '/api/auth/verify', undefined, { headers })).status).toBe(401);
  });

  it('is extended by any other call', async () => {
    const { headers } = await openAdminSession(app, `busy-${lifeMs}@example.com`, kind);
    app.clock.advance(lifeMs - 1);
    expect((await app.call('GET', '/api/users', undefined, { headers })).status).toBe(200);
    app.clock.advance(lifeMs - 1);
    const live = await listen(headers);
    expect(live.status).toBe(200);
    live.close();
  });
});
