import type { Delivery } from '@muneem/contract/custom-postbacks';
import { Button } from '@mantine/core';
import { ClickLink } from '#features/clicks/index.ts';
import { formatDuration, NOTHING } from '#lib/format.ts';
import { columnsOf, type Column } from '#ui/data-table/index.ts';
import { DateTime, StatusBadge } from '#ui/display/index.ts';
import { answerText, canResend, deliveryStatus, triesText } from './log-status.ts';
import { copy } from './log.copy.ts';
import { resend } from './resend.ts';

const words = copy.outbound;

const lastAnswer = (row: Delivery): string =>
  answerText({ statusCode: row.lastStatusCode, error: row.lastError }) ?? NOTHING;

export const DELIVERY_COLUMNS: readonly Column<Delivery>[] = columnsOf(words.columns, {
  created: { width: 165, cell: (row) => <DateTime value={row.createdAt} /> },
  status: {
    width: 100,
    cell: (row) => (
      <StatusBadge
        {...deliveryStatus(row)}
        reason={row.held && row.status === 'waiting' ? words.heldReason : row.lastError && lastAnswer(row)}
      />
    ),
  },
  company: { width: 140, cell: (row) => row.companyName },
  event: { width: 90, cell: (row) => row.eventName },
  click: { width: 225, cell: (row) => <ClickLink clickId={row.clickId} /> },
  tries: { align: 'right', width: 85, cell: triesText },
  answer: { width: 120, cell: lastAnswer },
  time: { align: 'right', width: 115, cell: (row) => formatDuration(row.lastResponseTime) },
  next: {
    width: 165,
    cell: (row) => (row.nextAttemptAt === null ? NOTHING : <DateTime value={row.nextAttemptAt} />),
  },
  actions: {
    kind: 'actions',
    width: 90,
    cell: (row) =>
      canResend(row) && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={words.resendOf(row._id)}
          onClick={() => void resend.one(row)}
        >
          {row.status === 'waiting' ? words.sendNow : words.resend}
        </Button>
      ),
  },
});
