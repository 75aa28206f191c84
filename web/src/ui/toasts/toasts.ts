import { createStore } from '#lib/store.ts';

/** `error` stays until closed. The others disappear but stay in the list of notices. */
export type ToastTone = 'success' | 'info' | 'warning' | 'error';

export interface ToastOptions {
  readonly text: string;
  /** How long the toast stays: the specification's 2–5 s where it has one. 0: until closed. */
  readonly durationMs?: number;
  /** At most two: Undo, Retry, Show. */
  readonly actions?: readonly { readonly label: string; readonly run: () => void }[];
  /** A toast with the same key replaces the previous one (progress, "Saved"). */
  readonly key?: string;
  /** True for a message about the application. It stays when another admin signs in. */
  readonly survivesSignOut?: boolean;
}

export interface Notice extends ToastOptions {
  readonly id: number;
  readonly tone: ToastTone;
  readonly at: Date;
  /** Still visible. */
  readonly showing: boolean;
  readonly seen: boolean;
}

/** A notice of a problem. Only these light the bell. */
export const isProblem = ({ tone }: Pick<Notice, 'tone'>): boolean => tone === 'warning' || tone === 'error';

const DURATION_MS: Readonly<Record<ToastTone, number>> = { success: 4000, info: 5000, warning: 8000, error: 0 };
const KEPT = 50;

const notices = createStore<readonly Notice[]>([]);
let lastId = 0;

function showToast(options: Omit<Notice, 'id' | 'at' | 'showing' | 'seen'>): void {
  const notice: Notice = { ...options, id: ++lastId, at: new Date(), showing: true, seen: false };
  const others = notices.get().filter((other) => options.key === undefined || other.key !== options.key);
  notices.set([notice, ...others].slice(0, KEPT));
}

export const dismissToast = (id: number): void =>
  notices.set(notices.get().map((notice) => (notice.id === id ? { ...notice, showing: false } : notice)));

/** Returns how long a toast stays, or undefined if it stays until closed. */
export const toastDurationMs = (notice: Notice): number | undefined => {
  const duration = notice.durationMs ?? DURATION_MS[notice.tone];
  return duration === 0 ? undefined : duration;
};

export const noticeStore = {
  subscribe: notices.subscribe,
  all: notices.get,
  markAllSeen: (): void => notices.set(notices.get().map((notice) => ({ ...notice, seen: true }))),
  clear: (): void => notices.set(notices.get().filter((notice) => notice.showing)),
  /** Removes the notices of the previous admin, also visible ones. */
  forget: (): void => notices.set(notices.get().filter((notice) => notice.survivesSignOut)),
};

const withTone =
  (tone: ToastTone) =>
  (text: string, options: Omit<ToastOptions, 'text'> = {}): void =>
    showToast({ ...options, text, tone });

export const toast = {
  success: withTone('success'),
  info: withTone('info'),
  warning: withTone('warning'),
  error: withTone('error'),
} as const;
