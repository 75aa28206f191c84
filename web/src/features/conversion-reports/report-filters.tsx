import { cityLabel, REPORT_EVENTS } from '@muneem/contract/conversion-reports';
import { Button, Group } from '@mantine/core';
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs';
import { dayPresets } from '#lib/days.ts';
import { capitalized, kolkataDay } from '#lib/format.ts';
import { ListFilter } from '#ui/data-table/index.ts';
import { DayRange } from '#ui/fields/index.ts';
import { FieldGrid } from '#ui/form/index.ts';
import { Section } from '#ui/layout/index.ts';
import { BreakdownChoice } from './report-breakdown.tsx';
import { copy } from './conversion-reports.copy.ts';
import { SOURCES, STATUSES, type ReportList } from './conversion-reports.queries.ts';

const { filters } = copy;
const LABELS: Readonly<Record<string, string>> = { all: filters.all, smart_poll: 'Smart Poll' };
const labelsOf = <Value extends string>(values: readonly Value[]) =>
  Object.fromEntries(values.map((value) => [value, LABELS[value] ?? capitalized(value)])) as Record<Value, string>;
const SOURCE_LABELS = labelsOf(SOURCES);
const STATUS_LABELS = labelsOf(STATUSES);
const EVENT_LABELS: Readonly<Record<string, string>> = { '': filters.all, ...labelsOf(REPORT_EVENTS) };

/** The filters that a press in a breakdown sets. */
const DRILLED = [
  { name: 'offer', clear: filters.clearOffer },
  { name: 'network', clear: filters.clearNetwork },
  { name: 'city', clear: filters.clearCity },
] as const;

/** One bar: the filters, the ranges of days, and the choice of a breakdown. The URL holds all of them. */
export function ReportFilters({ list }: { readonly list: ReportList }) {
  const { query, setFilters } = list;
  const today = kolkataDay(new Date());
  return (
    <Section title={filters.title} actions={<BreakdownChoice />}>
      <FieldGrid width="9.375rem">
        <ListFilter list={list} name="source" label={filters.source} options={SOURCE_LABELS} />
        <ListFilter list={list} name="event" label={filters.event} options={EVENT_LABELS} />
        <ListFilter list={list} name="status" label={filters.status} options={STATUS_LABELS} />
        <DayRange value={query} onChange={setFilters} />
      </FieldGrid>
      <Group gap="xs" mt="sm">
        {dayPresets(today).map(({ label, days }) => {
          const isOn = query.startDate === days.startDate && query.endDate === days.endDate;
          return (
            <Button
              key={label}
              size="compact-sm"
              variant={isOn ? 'filled' : 'default'}
              aria-pressed={isOn}
              onClick={() => setFilters(isOn ? { startDate: '', endDate: '' } : days)}
            >
              {label}
            </Button>
          );
        })}
        {DRILLED.filter(({ name }) => query[name] !== '').map(({ name, clear }) => (
          <Button
            key={name}
            size="compact-sm"
            variant="light"
            rightSection={<IconX size={14} aria-hidden />}
            aria-label={clear}
            data-tip={clear}
            onClick={() => setFilters({ [name]: '' })}
          >
            {filters[name]}: {name === 'city' ? cityLabel(query.city) : query[name]}
          </Button>
        ))}
      </Group>
    </Section>
  );
}
