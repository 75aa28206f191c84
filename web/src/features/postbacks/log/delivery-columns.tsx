import type { Delivery } from '@muneem/contract/custom-postbacks';
import { Button } from '@mantine/core';
import { ClickLink } from '#features/clicks/index.ts';
import { formatDuration, NOTHING } from '#lib/format.ts';
import type { Column } from '#ui/data-table/index.ts';
import { DateTime, StatusBadge } from '#ui/display/index.ts';
import { answerText, canResend, deliveryStatus, triesText } from './log-status.ts';
import { copy } from './log.copy.ts';

const words = copy.outbound;

export const lastAnswer = (row: Delivery): string =>
  answerText({ statusCode: row.lastStatusCode, error: row.lastError }) ?? NOTHING;

export const deliveryColumns = (resend: (row: Delivery) => void): readonly Column<Delivery>[] => [
  { id: 'created', header: words.columns.created, width: 165, cell: (row) => <DateTime value={row.createdAt} /> },
  {
    id: 'status',
    header: words.columns.status,
    width: 100,
    cell: (row) => (
      <StatusBadge
        {...deliveryStatus(row)}
        reason={row.held && row.status === 'waiting' ? words.heldReason : row.lastError && lastAnswer(row)}
      />
    ),
  },
  { id: 'company', header: words.columns.company, width: 140, cell: (row) => row.companyName },
  { id: 'event', header: words.columns.event, width: 90, cell: (row) => row.eventName },
  {
    id: 'click',
    header: words.columns.click,
    width: 225,
    cell: (row) => <ClickLink clickId={row.clickId} />,
  },
  { id: 'tries', header: words.columns.tries, align: 'right', width: 85, cell: triesText },
  { id: 'answer', header: words.columns.answer, width: 120, cell: lastAnswer },
  {
    id: 'time',
    header: words.columns.time,
    align: 'right',
    width: 115,
    cell: (row) => formatDuration(row.lastResponseTime),
  },
  {
    id: 'next',
    header: words.columns.next,
    width: 165,
    cell: (row) => (row.nextAttemptAt === null ? NOTHING : <DateTime value={row.nextAttemptAt} />),
  },
  {
    id: 'actions',
    header: words.columns.actions,
    kind: 'actions',
    width: 90,
    cell: (row) =>
      canResend(row) && (
        <Button size="compact-sm" variant="default" aria-label={words.resendOf(row._id)} onClick={() => resend(row)}>
          {row.status === 'waiting' ? words.sendNow : words.resend}
        </Button>
      ),
  },
];
