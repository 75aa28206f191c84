import { getOffer, updateOffer } from '@muneem/contract/offers';
import type { AdminSession } from '../product/index.ts';

const EVERY_MS = 25_000;

/**
 * Opens and closes one offer repeatedly, so that the number of active offers changes. @returns a function that stops it
 */
export function pulseOffer(admin: AdminSession, id: string): () => void {
  const timer = setInterval(() => {
    // If the person in the demo deleted the offer or ended the session, there is nothing left to do.
    turn(admin, id).catch(() => clearInterval(timer));
  }, EVERY_MS);
  return () => clearInterval(timer);
}

async function turn(admin: AdminSession, id: string): Promise<void> {
  const { title, description, coins, type, requirements, trackingUrl, steps, isActive } = await admin.call(getOffer, {
    params: { id },
  });
  const body = { title, description, coins, type, requirements, trackingUrl, steps, isActive: !isActive };
  await admin.call(updateOffer, { params: { id }, body });
}
