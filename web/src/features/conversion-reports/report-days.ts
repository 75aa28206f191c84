export const PRESETS = ['today', 'yesterday', 'last7', 'month'] as const;
export type Preset = (typeof PRESETS)[number];

/** The day that is `days` days before a `2026-11-21` day. */
function before(day: string, days: number): string {
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() - days);
  return at.toISOString().slice(0, 10);
}

/** The first and last day of a preset, both included. `today` is the day in Asia/Kolkata. */
export function presetDays(preset: Preset, today: string): { startDate: string; endDate: string } {
  switch (preset) {
    case 'today':
      return { startDate: today, endDate: today };
    case 'yesterday':
      return { startDate: before(today, 1), endDate: before(today, 1) };
    case 'last7':
      return { startDate: before(today, 6), endDate: today };
    case 'month':
      return { startDate: `${today.slice(0, 8)}01`, endDate: today };
  }
}

/** All days of a range, both ends included. */
export function daysBetween(first: string, last: string): string[] {
  const days: string[] = [];
  for (let day = first; day !== '' && day <= last; day = before(day, -1)) days.push(day);
  return days;
}
