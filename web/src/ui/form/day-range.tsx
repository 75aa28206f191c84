import { TextInput } from '@mantine/core';
import classes from './form.module.css';

interface Days {
  readonly startDate: string;
  readonly endDate: string;
}

interface DayRangeProps {
  readonly value: Days;
  /** Default: the words of the specification. */
  readonly labels?: Days;
  readonly onChange: (change: Partial<Days>) => void;
  /** The last day that can be chosen. */
  readonly max?: string;
  readonly errors?: Partial<Days>;
  /** Both days are needed. The first has the focus of its window. */
  readonly required?: boolean;
  /** Puts the labels beside the fields. */
  readonly inline?: boolean;
}

const LABELS: Days = { startDate: 'Start Date', endDate: 'End Date' };

/**
 * The first and the last day, both included. The browser shows native dates in its locale and has a picker for touch.
 * `@mantine/dates` with dayjs would add 17 kB (Brotli) to each screen with such a filter.
 */
export function DayRange({
  value,
  labels = LABELS,
  onChange,
  max,
  errors,
  required = false,
  inline = false,
}: DayRangeProps) {
  return (['startDate', 'endDate'] as const).map((name) => (
    <TextInput
      key={name}
      type="date"
      label={labels[name]}
      required={required}
      withAsterisk={false}
      data-autofocus={(required && name === 'startDate') || undefined}
      value={value[name]}
      min={name === 'endDate' ? value.startDate : ''}
      max={(name === 'startDate' && value.endDate) || max}
      error={errors?.[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      className={inline ? (classes['inline'] ?? '') : ''}
    />
  ));
}
