import {
  cityLabel,
  exportConversionsCsv,
  exportConversionsWorkbook,
  MAX_SEARCHED_USERS,
} from '@muneem/contract/conversion-reports';
import { useEffect, useId, useRef, useState } from 'react';
import { Group, SegmentedControl, Stack, Text } from '@mantine/core';
import { ExportButton } from '#features/exports/index.ts';
import { errorText } from '#lib/api-error.ts';
import { dayProblems } from '#lib/day-problems.ts';
import { formatCount, kolkataDay } from '#lib/format.ts';
import { dialogs } from '#ui/dialogs/index.ts';
import { DayRange, optionsOf } from '#ui/fields/index.ts';
import { SubmitButton, WindowFoot } from '#ui/form/index.ts';
import { toast } from '#ui/toasts/index.ts';
import { ModalWindow } from '#ui/window/index.ts';
import { copy } from './conversion-reports.copy.ts';
import { callFilters, type ReportQuery } from './conversion-reports.queries.ts';
import { exportConversions } from './export-conversions.ts';

const words = copy.exporting;

export const EXPORT_KIND = 'conversions';
const ROUTES = { xlsx: exportConversionsWorkbook, csv: exportConversionsCsv };

const exportName = ({ startDate, endDate }: ReportQuery): string =>
  `conversion_reports_${startDate || 'start'}_to_${endDate || kolkataDay(new Date())}`;

/** Exports two days, or all rows that match. */
export function ExportModal({ query, onClose }: ExportModalProps) {
  const [scope, setScope] = useState<keyof typeof words.scopes>('days');
  return (
    <ModalWindow onClose={onClose} title={words.title}>
      <Stack gap="md">
        <SegmentedControl
          fullWidth
          aria-label={words.scope}
          value={scope}
          data={optionsOf(words.scopes)}
          onChange={setScope}
        />
        {scope === 'days' ? (
          <DaysForm query={query} onClose={onClose} />
        ) : (
          <>
            <Text size="sm" c="dimmed">
              {words.allLead}
            </Text>
            <WindowFoot onClose={onClose} close={words.cancel}>
              <ExportButton
                kind={EXPORT_KIND}
                label={words.allVerb}
                routes={ROUTES}
                query={callFilters(query)}
                fileName={() => exportName(query)}
                failure={copy.exportAllFailed}
                onStart={onClose}
              />
            </WindowFoot>
          </>
        )}
      </Stack>
    </ModalWindow>
  );
}

/** Asks for two days and saves the workbook. Closing it clears the days and cancels a running export. */
function DaysForm({ query, onClose }: ExportModalProps) {
  const lead = useId();
  const [days, setDays] = useState({ startDate: '', endDate: '' });
  const [busy, setBusy] = useState(false);
  const running = useRef<AbortController>(undefined);
  useEffect(() => () => running.current?.abort(), []);
  const today = kolkataDay(new Date());
  const problems = dayProblems(days, today, words.dayProblems);
  const others = otherFilters(query);
  const hasProblem = Object.keys(problems).length > 0;
  const isMissing = days.startDate === '' || days.endDate === '';

  const run = async () => {
    if (isMissing) return dialogs.alert(words.bothDates);
    if (hasProblem) return;
    setBusy(true);
    const { signal } = (running.current = new AbortController());
    try {
      const { exported, total, isCutShort } = await exportConversions(query, days, signal);
      if (exported === 0) return await dialogs.alert(words.noData);
      toast.success(words.success(exported));
      if (total > exported) toast.warning(words.cut(exported, total));
      if (isCutShort) toast.warning(copy.cutShort(formatCount(MAX_SEARCHED_USERS)));
      onClose();
    } catch (error) {
      if (!signal.aborted) await dialogs.alert(errorText(error, words.failed));
    } finally {
      setBusy(false);
    }
  };

  return (
    <form
      noValidate
      aria-describedby={lead}
      onSubmit={(event) => {
        event.preventDefault();
        void run();
      }}
      // A disabled submit button ignores Enter without a message. This shows the reason.
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !isMissing || !(event.target instanceof HTMLInputElement)) return;
        event.preventDefault();
        void run();
      }}
    >
      <Stack gap="md">
        <Text id={lead} size="sm" c="dimmed">
          {words.lead} {others.length > 0 && words.others(others.join(', '))}
        </Text>
        <Group grow align="flex-start">
          <DayRange
            required
            value={days}
            max={today}
            errors={problems}
            onChange={(change) => setDays({ ...days, ...change })}
          />
        </Group>
        <WindowFoot onClose={onClose} close={words.cancel}>
          <SubmitButton busy={busy} busyText={words.busy} disabled={isMissing || hasProblem}>
            {words.submit}
          </SubmitButton>
        </WindowFoot>
      </Stack>
    </form>
  );
}

interface ExportModalProps {
  readonly query: ReportQuery;
  readonly onClose: () => void;
}

/** The filters beyond those of document 001 §7. Sent only if set. */
const otherFilters = ({ offer, city, search }: ReportQuery): readonly string[] => [
  ...(offer === '' ? [] : [`${copy.filters.offer} ${offer}`]),
  ...(city === '' ? [] : [`${copy.filters.city} ${cityLabel(city)}`]),
  ...(search === '' ? [] : [`“${search}”`]),
];
