import { Readable } from 'node:stream';
import type { Role } from '@muneem/contract/rights';
import { AppError } from '#platform/app-error/index.ts';
import type { AdminPrincipal } from '#platform/http/index.ts';

const MOST_LISTENERS = 500;
const MOST_OF_ONE_ADMIN = 10;
/** A listener with this many unread bytes is disconnected, and reconnects. */
const MOST_WAITING_BYTES = 64 * 1024;

interface Listener {
  readonly stream: Readable;
  admin: AdminPrincipal;
  /** Returns the admin as they are now, or null once the session has ended, which ends the stream. */
  readonly findAdmin: () => Promise<AdminPrincipal | null>;
}

/** A message for one role. Empty: none. */
type MessageFor = (role: Role) => string;

/** The open streams of this server. @param onNone called after the last one has ended */
export function createListeners(onNone: () => void) {
  const listeners = new Set<Listener>();

  function remove(listener: Listener): void {
    listeners.delete(listener);
    if (listeners.size === 0) onNone();
  }

  function end(listener: Listener): void {
    remove(listener);
    listener.stream.push(null);
  }

  function send(listener: Listener, text: string): void {
    if (listener.stream.readableLength > MOST_WAITING_BYTES) end(listener);
    else if (listeners.has(listener)) listener.stream.push(text);
  }

  return {
    size: () => listeners.size,
    /** @throws AppError `rate_limited`, `unavailable` */
    add(admin: AdminPrincipal, findAdmin: () => Promise<AdminPrincipal | null>): Listener {
      if ([...listeners].filter((listener) => listener.admin.adminId === admin.adminId).length >= MOST_OF_ONE_ADMIN) {
        throw new AppError('rate_limited', 'You have too many windows open. Close some of them.', { retryAfterS: 30 });
      }
      if (listeners.size >= MOST_LISTENERS) {
        throw new AppError('unavailable', 'Too many windows are open.', { retryAfterS: 30 });
      }
      const stream = new Readable({ read: () => undefined, highWaterMark: MOST_WAITING_BYTES });
      const listener: Listener = { stream, admin, findAdmin };
      stream.push('retry: 3000\n\n');
      stream.once('close', () => remove(listener));
      listeners.add(listener);
      return listener;
    },
    send,
    /**
     * Ends the streams of ended sessions and sends the others their message. The sessions share one read.
     * @param onNewRole what a listener gets whose role has changed
     */
    async sendAll(message: MessageFor, onNewRole: MessageFor): Promise<void> {
      await Promise.all(
        [...listeners].map(async (listener) => {
          const { role } = listener.admin;
          const admin = await listener.findAdmin().catch(() => listener.admin);
          if (admin === null) return end(listener);
          listener.admin = admin;
          const text = message(admin.role) || (admin.role === role ? '' : onNewRole(admin.role));
          if (text !== '') send(listener, text);
        }),
      );
    },
    endAll(): void {
      for (const listener of listeners) end(listener);
    },
  };
}
