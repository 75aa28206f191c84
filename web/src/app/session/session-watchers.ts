/** Document 000 §4 and §9. */
const STORED_TOKEN_CHECK_MS = 60_000;
const WAKE_TIMER_MS = 30_000;
const WAKE_THRESHOLD_MS = 60_000;
const FOCUS_INACTIVITY_MS = 30_000;

export interface SessionChecks {
  /** Verifies the session with the server. */
  readonly verify: () => void;
  /** Checks the stored token. */
  readonly checkStored: () => void;
  readonly onAuthExpired: (token: string | undefined) => void;
  /** Called when another tab has changed the storage. */
  readonly onStoredElsewhere: () => void;
}

const ACTIVITY = ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'];

/** Checks the session on every occasion that document 000 §4 names. */
export function watchSession(checks: SessionChecks): void {
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible') checks.verify();
  });
  window.addEventListener('online', checks.verify);
  window.addEventListener('storage', checks.onStoredElsewhere);
  // Missing outside a secure context.
  const workers = 'serviceWorker' in navigator ? navigator.serviceWorker : undefined;
  workers?.addEventListener('message', ({ data }: MessageEvent<{ type?: unknown; token?: unknown } | null>) => {
    if (data?.type === 'AUTH_EXPIRED') checks.onAuthExpired(typeof data.token === 'string' ? data.token : undefined);
  });
  setInterval(checks.checkStored, STORED_TOKEN_CHECK_MS);

  // A sleeping device stops the timer: a late tick means that it woke up.
  let lastTick = Date.now();
  setInterval(() => {
    const tick = Date.now();
    if (tick - lastTick > WAKE_THRESHOLD_MS) checks.verify();
    lastTick = tick;
  }, WAKE_TIMER_MS);

  let lastActivity = Date.now();
  const active = (): void => void (lastActivity = Date.now());
  for (const kind of ACTIVITY) window.addEventListener(kind, active, { capture: true, passive: true });
  window.addEventListener('focus', () => {
    if (Date.now() - lastActivity > FOCUS_INACTIVITY_MS) checks.verify();
    active();
  });
}
