import { cityLabel, REPORT_EVENTS } from '@muneem/contract/conversion-reports';
import { Button, Group } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import type { ReactNode } from 'react';
import { capitalized, kolkataDay } from '#lib/format.ts';
import { DayRange, FieldGrid, FilterSelect } from '#ui/form/index.ts';
import { Section } from '#ui/layout/index.ts';
import { BreakdownChoice } from './report-breakdown.tsx';
import { copy } from './conversion-reports.copy.ts';
import { SOURCES, STATUSES, type ReportList } from './conversion-reports.queries.ts';
import { presetDays, PRESETS } from './report-days.ts';

const { filters } = copy;
const LABELS: Readonly<Record<string, string>> = { all: filters.all, smart_poll: 'Smart Poll' };
const options = <Value extends string>(values: readonly Value[]) =>
  values.map((value) => ({ value, label: LABELS[value] ?? capitalized(value) }));

/** One bar: the filters, the ranges of days, and the choice of a breakdown. The URL holds all of them. */
export function ReportFilters({ list: { query, setFilters } }: { readonly list: ReportList }) {
  const today = kolkataDay(new Date());
  return (
    <Section title={filters.title} actions={<BreakdownChoice />}>
      <FieldGrid width="9.375rem">
        <FilterSelect
          label={filters.source}
          data={options(SOURCES)}
          value={query.source}
          onChange={(source) => setFilters({ source })}
        />
        <FilterSelect<string>
          label={filters.event}
          data={[{ value: '', label: filters.all }, ...options(REPORT_EVENTS)]}
          value={query.event}
          onChange={(event) => setFilters({ event })}
        />
        <FilterSelect
          label={filters.status}
          data={options(STATUSES)}
          value={query.status}
          onChange={(status) => setFilters({ status })}
        />
        <DayRange value={query} labels={filters.days} onChange={setFilters} />
      </FieldGrid>
      <Group gap="xs" mt="sm">
        {PRESETS.map((preset) => {
          const days = presetDays(preset, today);
          const isOn = query.startDate === days.startDate && query.endDate === days.endDate;
          return (
            <Button
              key={preset}
              size="compact-sm"
              variant={isOn ? 'filled' : 'default'}
              aria-pressed={isOn}
              onClick={() => setFilters(isOn ? { startDate: '', endDate: '' } : days)}
            >
              {filters.presets[preset]}
            </Button>
          );
        })}
        {query.offer !== '' && (
          <DrillFilter clear={filters.clearOffer} onClear={() => setFilters({ offer: '' })}>
            {filters.offer}: {query.offer}
          </DrillFilter>
        )}
        {query.city !== '' && (
          <DrillFilter clear={filters.clearCity} onClear={() => setFilters({ city: '' })}>
            {filters.city}: {cityLabel(query.city)}
          </DrillFilter>
        )}
      </Group>
    </Section>
  );
}

/** A filter that was set by a breakdown. */
function DrillFilter({
  children,
  clear,
  onClear,
}: {
  readonly children: ReactNode;
  readonly clear: string;
  readonly onClear: () => void;
}) {
  return (
    <Button
      size="compact-sm"
      variant="light"
      rightSection={<IconX size={14} aria-hidden />}
      aria-label={clear}
      data-tip={clear}
      onClick={onClear}
    >
      {children}
    </Button>
  );
}
