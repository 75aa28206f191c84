import { ApiError } from '@muneem/contract/http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ADMIN, createBrowser, FakeDocument, flushTimers } from './browser-fixture.ts';
import { createSessionStore } from './create-session-store.ts';

const DAY_MS = 86_400_000;
const REFUSED = new ApiError('http', 401, { message: 'Your session has ended.' });
const NO_NETWORK = new ApiError('network', 0);

let browser: ReturnType<typeof createBrowser>;
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T06:30:00Z') });
  browser = createBrowser();
});
afterEach(() => vi.useRealTimers());

describe('on start', () => {
  // covers 000-3.2 000-4.14
  it('is unchecked until the first response', async () => {
    const { store } = browser.openTab();
    expect(store.getState()).toMatchObject({ authChecked: false, admin: undefined });
    store.start();
    await flushTimers();
    expect(store.getState()).toEqual({ loading: false, authChecked: true, admin: undefined, signedOutBy: undefined });
    expect(browser.verify).not.toHaveBeenCalled();
  });

  // covers 000-3.2 000-4.6 000-6.3
  it('verifies a stored session and waits for the response', async () => {
    await browser.signedIn(true);
    const { store } = browser.openTab();
    store.start();
    expect(store.getState()).toMatchObject({ loading: true, authChecked: false, admin: undefined });
    expect(store.getToken()).toBe('token-1');
    await flushTimers();
    expect(browser.verify).toHaveBeenCalledExactlyOnceWith('token-1');
    expect(store.getState()).toEqual({ loading: false, authChecked: true, admin: ADMIN, signedOutBy: undefined });
  });

  // covers 000-4.10 000-8.6
  it('clears a session that the server rejects', async () => {
    await browser.signedIn(true);
    browser.verify.mockRejectedValue(REFUSED);
    const { store } = browser.openTab();
    store.start();
    await flushTimers();
    expect(store.getState()).toMatchObject({ authChecked: true, admin: undefined, signedOutBy: 'verify_failed' });
    expect(store.getToken()).toBeUndefined();
    expect(browser.persistent).toHaveLength(0);
  });

  it.each([new ApiError('http', 500), new ApiError('http', 403), new ApiError('format', 200)])(
    // covers 000-4.10
    'clears the stored session when the check fails in any other way (%o)',
    async (answer) => {
      const { store } = await browser.signedIn(true);
      browser.verify.mockRejectedValue(answer);
      await store.recheck();
      expect(store.getState()).toMatchObject({ admin: undefined, signedOutBy: 'verify_failed' });
      expect(browser.persistent).toHaveLength(0);
    },
  );

  it.each([NO_NETWORK, new ApiError('timeout', 0), new ApiError('http', 503)])(
    // covers 000-4.5 000-4.10
    'keeps the stored session while the server does not respond (%o)',
    async (silence) => {
      await browser.signedIn(true);
      browser.verify.mockRejectedValue(silence);
      const { store, window } = browser.openTab();
      store.start();
      await flushTimers();
      expect(store.getState()).toEqual({ loading: false, authChecked: true, admin: ADMIN, signedOutBy: undefined });
      browser.verify.mockRejectedValue(REFUSED);
      window.dispatchEvent(new Event('online'));
      await flushTimers();
      expect(store.getState().admin).toBeUndefined();
    },
  );

  // covers 000-4.11
  it('removes an expired remembered session without a call', async () => {
    await browser.signedIn(true);
    vi.setSystemTime(Date.now() + 15 * DAY_MS);
    const { store } = browser.openTab();
    store.start();
    await flushTimers();
    expect(browser.persistent).toHaveLength(0);
    expect(browser.verify).not.toHaveBeenCalled();
    expect(store.getState()).toMatchObject({ authChecked: true, admin: undefined, signedOutBy: 'expired' });
  });
});

describe('storage', () => {
  // covers 000-4.5 000-9.1 001-6.4
  it('keeps the session for 15 days with Remember Me', async () => {
    const { store } = await browser.signedIn(true);
    expect(browser.persistent.getItem('adminAuthToken')).toBe('{"token":"token-1"}');
    expect(store.rememberedDays()).toBe(15);
    vi.setSystemTime(Date.now() + 14 * DAY_MS + 1);
    expect(store.rememberedDays()).toBe(1);
  });

  // covers 000-4.5
  it('keeps the session in this tab without Remember Me', async () => {
    const { store, tab } = await browser.signedIn(false);
    expect(browser.persistent).toHaveLength(0);
    expect(tab.getItem('adminAuthToken')).toBe('{"token":"token-1"}');
    expect(store.rememberedDays()).toBeUndefined();
    const afterReload = browser.openTab(tab).store;
    afterReload.start();
    await flushTimers();
    expect(afterReload.getState().admin).toEqual(ADMIN);
  });

  // covers 000-4.9
  it('extends the expiry by 15 days on each successful verify', async () => {
    const { store } = await browser.signedIn(true);
    vi.setSystemTime(Date.now() + 10 * DAY_MS);
    expect(store.rememberedDays()).toBe(5);
    await store.recheck();
    expect(store.rememberedDays()).toBe(15);
  });

  it('keeps the session in memory where storage is forbidden', async () => {
    const store = createSessionStore({
      verify: browser.verify,
      logout: browser.logout,
      storages: () => {
        throw new DOMException('forbidden', 'SecurityError');
      },
      surroundings: () => ({ window: new EventTarget(), document: new FakeDocument(), serviceWorker: undefined }),
    });
    store.start();
    store.begin({ token: 'token-1', admin: ADMIN, remember: true });
    await vi.advanceTimersByTimeAsync(180_000);
    expect(store.getState().admin).toEqual(ADMIN);
    expect(store.getToken()).toBe('token-1');
  });
});

describe('while the app is open', () => {
  // covers 000-4.6
  it('verifies when the page becomes visible, not when it is hidden', async () => {
    const { document } = await browser.signedIn(true);
    document.visibilityState = 'hidden';
    document.dispatchEvent(new Event('visibilitychange'));
    expect(browser.verify).not.toHaveBeenCalled();
    document.visibilityState = 'visible';
    document.dispatchEvent(new Event('visibilitychange'));
    expect(browser.verify).toHaveBeenCalledOnce();
  });

  // covers 000-4.6
  it('verifies when the network returns', async () => {
    const { window } = await browser.signedIn(true);
    window.dispatchEvent(new Event('online'));
    expect(browser.verify).toHaveBeenCalledOnce();
  });

  it('verifies once for simultaneous triggers', async () => {
    const { window, document } = await browser.signedIn(true);
    window.dispatchEvent(new Event('online'));
    document.dispatchEvent(new Event('visibilitychange'));
    expect(browser.verify).toHaveBeenCalledOnce();
    await flushTimers();
    window.dispatchEvent(new Event('online'));
    expect(browser.verify).toHaveBeenCalledTimes(2);
  });

  // covers 000-4.13 000-9.2
  it('verifies on focus after more than 30 s without activity', async () => {
    const { window } = await browser.signedIn(true);
    vi.setSystemTime(Date.now() + 30_000);
    window.dispatchEvent(new Event('focus'));
    expect(browser.verify).not.toHaveBeenCalled();
    vi.setSystemTime(Date.now() + 20_000);
    window.dispatchEvent(new Event('keydown'));
    vi.setSystemTime(Date.now() + 20_000);
    window.dispatchEvent(new Event('focus'));
    expect(browser.verify).not.toHaveBeenCalled();
    vi.setSystemTime(Date.now() + 30_001);
    window.dispatchEvent(new Event('focus'));
    expect(browser.verify).toHaveBeenCalledOnce();
  });

  // covers 000-4.12
  it('verifies after wake-up: the 30 s timer ticks more than 60 s after the previous tick', async () => {
    await browser.signedIn(true);
    await vi.advanceTimersByTimeAsync(120_000);
    expect(browser.verify).not.toHaveBeenCalled();
    vi.setSystemTime(Date.now() + 8 * 3_600_000);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(browser.verify).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(browser.verify).toHaveBeenCalledOnce();
  });

  // covers 000-4.12 000-9.2
  it.each([
    [60_000, 0],
    [60_001, 1],
  ])('counts %i ms between two ticks as %i awakenings', async (gapMs, calls) => {
    await browser.signedIn(true);
    await vi.advanceTimersByTimeAsync(30_000);
    // Moves the clock without running timers. Then the next tick runs.
    vi.setSystemTime(Date.now() + gapMs - 30_000);
    await vi.advanceTimersByTimeAsync(30_000);
    expect(browser.verify).toHaveBeenCalledTimes(calls);
  });

  // covers 000-4.7 000-9.2
  it('signs out within 60 s of the stored token vanishing', async () => {
    const { store } = await browser.signedIn(true);
    browser.persistent.clear();
    await vi.advanceTimersByTimeAsync(59_999);
    expect(store.getState().admin).toEqual(ADMIN);
    await vi.advanceTimersByTimeAsync(1);
    expect(store.getState()).toMatchObject({ admin: undefined, signedOutBy: 'vanished' });
  });

  // covers 000-4.7
  it('signs out within 60 s of the stored token expiring', async () => {
    const { store } = await browser.signedIn(true);
    vi.setSystemTime(Date.now() + 15 * DAY_MS);
    browser.verify.mockRejectedValue(NO_NETWORK);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(store.getState()).toMatchObject({ admin: undefined, signedOutBy: 'expired' });
    expect(browser.persistent).toHaveLength(0);
  });

  // covers 000-4.8
  it('signs out on AUTH_EXPIRED, unless it names another session’s token', async () => {
    const { store, post } = await browser.signedIn(true);
    post({ type: 'SOMETHING_ELSE' });
    post({ type: 'AUTH_EXPIRED', token: 'an older token' });
    post(null);
    expect(store.getState().admin).toEqual(ADMIN);
    post({ type: 'AUTH_EXPIRED' });
    expect(store.getState()).toMatchObject({ admin: undefined, signedOutBy: 'service_worker' });
  });

  it('signs out on a 401 for the current token, not for an older one', async () => {
    const { store } = await browser.signedIn(true);
    store.onUnauthorized('an older token');
    expect(store.getState().admin).toEqual(ADMIN);
    store.onUnauthorized('token-1');
    expect(store.getState()).toMatchObject({ admin: undefined, signedOutBy: 'unauthorized' });
  });

  it('ignores a late response about a previous session', async () => {
    const { store } = await browser.signedIn(true);
    let refuse: (error: unknown) => void = () => undefined;
    browser.verify.mockReturnValueOnce(new Promise((_, reject) => (refuse = reject)));
    const checked = store.recheck();
    store.begin({ token: 'token-2', admin: ADMIN, remember: true });
    refuse(REFUSED);
    await checked;
    expect(store.getToken()).toBe('token-2');
    expect(store.getState().admin).toEqual(ADMIN);
  });
});
