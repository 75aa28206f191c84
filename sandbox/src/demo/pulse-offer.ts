import { setOffersActive } from '@muneem/contract/offers';
import type { AdminSession } from '../product/index.ts';

const EVERY_MS = 25_000;

/** Opens and closes one offer repeatedly, so that the number of active offers changes. @returns a function that stops it */
export function pulseOffer(admin: AdminSession, id: string): () => void {
  let isActive = false;
  const timer = setInterval(() => {
    isActive = !isActive;
    // If the person in the demo ended the session, there is nothing left to do.
    admin.call(setOffersActive, { body: { ids: [id], isActive } }).catch(() => clearInterval(timer));
  }, EVERY_MS);
  return () => clearInterval(timer);
}
