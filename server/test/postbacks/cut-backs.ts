import { expect } from 'vitest';

/** The daily cap of an event. */
export const CAP = 3;

export interface Conversion extends Record<string, unknown> {
  id: string;
  clickId: string;
  eventKey: string;
  source: string;
  status: string;
  rewardCoins: number;
  referralCoins: number;
  anonymous: boolean;
}

/** Nothing is cut back below the cap. A wave with a cut-back must have had the whole cap granted at some time. */
export function checkCutBacks(before: readonly Conversion[], after: readonly Conversion[]): void {
  const known = new Map(before.map(({ id, status }) => [id, status]));
  const fresh = after.filter(({ id, status }) => known.get(id) !== status);
  for (const { eventKey: key } of fresh.filter(({ status }) => status === 'cutbacked')) {
    const held = before.filter(({ eventKey, status }) => eventKey === key && status === 'approved');
    // Conversions that the same wave reversed used the cap until their reversal.
    const granted = fresh.filter(
      ({ id, eventKey, status }) => eventKey === key && status !== 'cutbacked' && known.get(id) !== 'approved',
    );
    expect(held.length + granted.length, key).toBeGreaterThanOrEqual(CAP);
  }
}
