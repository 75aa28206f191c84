import { getOffer, updateOffer } from '@muneem/contract/offers';
import type { AdminSession } from '../product/index.ts';

const EVERY_MS = 25_000;

/** Opens and closes one offer again and again, so that the number of active offers moves too. @returns how to end it */
export function pulseOffer(admin: AdminSession, id: string): () => void {
  const timer = setInterval(() => {
    // The person in the demo may have deleted the offer, or ended every session: then there is nothing to do any more.
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
