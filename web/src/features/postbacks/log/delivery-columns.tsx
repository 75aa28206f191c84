import type { Delivery } from '@muneem/contract/custom-postbacks';
import { ClickLink } from '#features/clicks/index.ts';
import { formatDuration, NOTHING } from '#lib/format.ts';
import { columnsOf, RowButtons, type Column } from '#ui/data-table/index.ts';
import { DateTime, StatusBadge } from '#ui/display/index.ts';
import { answerText, canResend, deliveryStatus, resendText, triesText } from './log-status.ts';
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
        <RowButtons
          of={row._id}
          buttons={[{ label: resendText(row), color: 'default', run: () => void resend.one(row) }]}
        />
      ),
  },
});
