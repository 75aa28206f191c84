const KOLKATA_OFFSET_MS = 5.5 * 3_600_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Activity in each hour of a day in India. The evening is the busiest time. */
const HOURS = [5, 3, 2, 1, 1, 2, 4, 7, 9, 10, 11, 11, 12, 11, 10, 10, 11, 12, 14, 17, 19, 20, 16, 10] as const;
const BUSIEST_HOUR = Math.max(...HOURS);
const WEEKEND = 1.3;
/** Activity on the first day, as a share of the last day. The business grows. */
const FIRST_DAY = 0.55;

/** Picks a random moment. Waking hours, weekends and later days are more likely. */
export function pickMoment(
  from: number,
  to: number,
  { since, random }: { since: number; random: () => number },
): number {
  if (to <= from) return from;
  for (;;) {
    const at = from + random() * (to - from);
    if (random() < howBusy(at, since, to)) return at;
  }
}

/** From 0 to 1. */
function howBusy(at: number, since: number, until: number): number {
  const local = new Date(at + KOLKATA_OFFSET_MS);
  const isWeekend = local.getUTCDay() === 0 || local.getUTCDay() === 6;
  const grown = FIRST_DAY + ((1 - FIRST_DAY) * (at - since)) / (until - since);
  // Days differ. The same day always gets the same value.
  const mood = 0.8 + ((Math.floor(local.getTime() / DAY_MS) * 0.618) % 1) * 0.2;
  return ((HOURS[local.getUTCHours()] ?? 1) / BUSIEST_HOUR) * grown * mood * (isWeekend ? 1 : 1 / WEEKEND);
}
