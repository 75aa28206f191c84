import { ApiError } from '@muneem/contract/http';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ADMIN, createBrowser, flushTimers } from './browser-fixture.ts';

const NO_NETWORK = new ApiError('network', 0);

let browser: ReturnType<typeof createBrowser>;
beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-21T06:30:00Z') });
  browser = createBrowser();
});
afterEach(() => vi.useRealTimers());

describe('another tab', () => {
  it('signs this tab out when it signs out', async () => {
    const first = await browser.signedIn(true);
    const second = browser.openTab();
    second.store.start();
    await flushTimers();
    await first.store.signOut();
    second.window.dispatchEvent(new Event('storage'));
    expect(second.store.getState()).toMatchObject({ admin: undefined, signedOutBy: 'other_tab' });
  });

  it('signs this tab in when it signs in', async () => {
    const second = browser.openTab();
    second.store.start();
    await browser.signedIn(true);
    second.window.dispatchEvent(new Event('storage'));
    await flushTimers();
    expect(second.store.getState().admin).toEqual(ADMIN);
    expect(second.store.getToken()).toBe('token-1');
  });

  it('replaces this tab’s session with its newer one', async () => {
    const first = await browser.signedIn(true);
    const second = browser.openTab();
    second.store.start();
    await flushTimers();
    second.store.begin({ token: 'token-2', admin: ADMIN, remember: true });
    first.window.dispatchEvent(new Event('storage'));
    await flushTimers();
    expect(first.store.getToken()).toBe('token-2');
    expect(first.store.getState().admin).toEqual(ADMIN);
  });
});

describe('Sign Out', () => {
  // covers 000-4.15
  it('ends the session in the browser at once, and on the server', async () => {
    const { store } = await browser.signedIn(true);
    const done = store.signOut();
    expect(browser.logout).toHaveBeenCalledExactlyOnceWith('token-1');
    expect(store.getState()).toMatchObject({ admin: undefined, signedOutBy: 'user' });
    expect(browser.persistent).toHaveLength(0);
    await done;
  });

  it('ends the session in the browser when the server is unreachable', async () => {
    vi.spyOn(console, 'info').mockReturnValue();
    const { store } = await browser.signedIn(false);
    browser.logout.mockRejectedValue(NO_NETWORK);
    await store.signOut();
    expect(store.getToken()).toBeUndefined();
  });

  it('returns the same state object until a change, and notifies listeners once', async () => {
    const { store } = await browser.signedIn(true);
    const before = store.getState();
    expect(store.getState()).toBe(before);
    const listener = vi.fn();
    const stop = store.subscribe(listener);
    await store.signOut();
    expect(listener).toHaveBeenCalledOnce();
    stop();
    store.begin({ token: 'token-3', admin: ADMIN, remember: false });
    expect(listener).toHaveBeenCalledOnce();
  });
});
