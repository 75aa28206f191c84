const DAY_MS = 86_400_000;
const KOLKATA_OFFSET_MS = 19_800_000;

/** For what speaks of today: a midnight of Asia/Kolkata that is nearer than three minutes is waited for. */
export async function withinOneDay(): Promise<void> {
  const left = DAY_MS - ((Date.now() + KOLKATA_OFFSET_MS) % DAY_MS);
  if (left < 180_000) await new Promise((resolve) => setTimeout(resolve, left + 1_000));
}
