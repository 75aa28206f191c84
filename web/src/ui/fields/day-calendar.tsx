import '@mantine/dates/styles.layer.css';
import { DatePicker } from '@mantine/dates';
import 'dayjs/locale/en-in';
import { useState } from 'react';
import { dayPresets, type Days } from '#lib/days.ts';
import { kolkataDay } from '#lib/format.ts';

interface DayCalendarProps {
  readonly value: Days;
  readonly max: string | undefined;
  /** Called with both days. */
  readonly onPick: (days: Days) => void;
}

/** A month of days and the presets. The first press is the first day, the second press the last day. */
export function DayCalendar({ value, max, onPick }: DayCalendarProps) {
  const [days, setDays] = useState<[string | null, string | null]>([value.startDate || null, value.endDate || null]);
  const today = kolkataDay(new Date());
  return (
    <DatePicker
      type="range"
      allowSingleDateInRange
      hideOutsideDates
      weekendDays={[]}
      locale="en-in"
      value={days}
      defaultDate={value.endDate || value.startDate || today}
      {...(max === undefined ? {} : { maxDate: max })}
      presets={dayPresets(today).map(({ label, days: { startDate, endDate } }) => ({
        label,
        value: [startDate, endDate] as [string, string],
      }))}
      ariaLabels={{ previousMonth: 'Previous month', nextMonth: 'Next month', monthLevelControl: 'Choose a month' }}
      onChange={(next) => {
        setDays(next);
        const [startDate, endDate] = next;
        if (startDate !== null && endDate !== null) onPick({ startDate, endDate });
      }}
    />
  );
}
