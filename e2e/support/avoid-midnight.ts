import { expect } from '@playwright/test';

const DAY_MS = 86_400_000;
const KOLKATA_OFFSET_MS = 19_800_000;

/** For tests about today: waits if midnight in Asia/Kolkata is less than three minutes away. */
export async function avoidMidnight(): Promise<void> {
  const left = (): number => DAY_MS - ((Date.now() + KOLKATA_OFFSET_MS) % DAY_MS);
  await expect.poll(left, { timeout: 200_000 }).toBeGreaterThan(180_000);
}
