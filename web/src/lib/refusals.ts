import { ApiError } from '@muneem/contract/http';
import { isProposed } from './api-error.ts';
import { atEndOfSession } from './at-end-of-session.ts';
import { createStore, useStore } from './store.ts';

/** The server's refusals of a decision, by record. A repeat would be refused too, until the record changes. */
export function createRefusals() {
  const reasons = createStore<ReadonlyMap<string, string>>(new Map());
  const clear = (): void => reasons.set(new Map());
  atEndOfSession(clear);
  return {
    /** Remembers the reason if the server refused because of the record's state. */
    note(id: string, error: unknown): void {
      if (!(error instanceof ApiError) || error.status !== 409 || error.serverMessage === undefined) return;
      if (isProposed(error)) return;
      reasons.set(new Map([...reasons.get(), [id, error.serverMessage]]));
    },
    clear,
    reasonOf: (id: string): string | undefined => reasons.get().get(id),
    useReason: (id: string): string | undefined => useStore(reasons, (all) => all.get(id)),
  };
}
