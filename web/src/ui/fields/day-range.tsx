import { ActionIcon } from '@mantine/core';
import IconCalendar from '@tabler/icons-react/dist/esm/icons/IconCalendar.mjs';
import { lazy, Suspense } from 'react';
import { dayText, readDay, type Days } from '#lib/days.ts';
import { ButtonPopover } from '#ui/pop-up/index.ts';
import { SkeletonBox } from '#ui/states/index.ts';
import classes from './day-range.module.css';
import { ReadField, type ReadFieldProps } from './read-field.tsx';

/** `@mantine/dates` with dayjs has 25 kB. Loaded when a calendar is opened. */
const DayCalendar = lazy(async () => ({ default: (await import('./day-calendar.tsx')).DayCalendar }));

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

/** The first and the last day, both included: typed as dd/mm/yyyy, or picked in a calendar with presets. */
export function DayRange({
  value,
  labels = LABELS,
  onChange,
  max,
  errors,
  required = false,
  inline = false,
}: DayRangeProps) {
  const calendar = (
    <ButtonPopover
      button={
        <ActionIcon
          size="sm"
          aria-label="Calendar"
          data-tip="Calendar"
          // The field keeps the focus until the click: its error would appear and move the button away from the pointer.
          onMouseDown={(event) => event.preventDefault()}
        >
          <IconCalendar size={16} aria-hidden />
        </ActionIcon>
      }
    >
      {(close) => (
        <Suspense fallback={<SkeletonBox height={300} />}>
          <DayCalendar
            value={value}
            max={max}
            onPick={(days) => {
              onChange(days);
              close();
            }}
          />
        </Suspense>
      )}
    </ButtonPopover>
  );
  return (['startDate', 'endDate'] as const).map((name) => (
    <DayField
      key={name}
      label={labels[name]}
      required={required}
      withAsterisk={false}
      data-autofocus={(required && name === 'startDate') || undefined}
      value={value[name]}
      error={errors?.[name]}
      onChange={(day) => onChange({ [name]: day })}
      rightSection={calendar}
      rightSectionPointerEvents="all"
      className={inline ? (classes['inline'] ?? '') : ''}
    />
  ));
}

/** One day, typed as dd/mm/yyyy. Empty for a text that is no day. */
export const DayField = ({ value = '', ...rest }: Partial<ReadFieldProps<string>>) => (
  <ReadField
    placeholder="dd/mm/yyyy"
    inputMode="numeric"
    {...rest}
    value={value}
    isReadable={(text) => readDay(text) !== undefined}
    read={(text) => readDay(text) ?? ''}
    show={dayText}
    complaint="Enter a date as dd/mm/yyyy"
  />
);
