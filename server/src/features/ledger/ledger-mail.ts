import { renderMail, type Mail } from '#platform/mailer/index.ts';
import type { LedgerReport } from './inspect-ledger.ts';

/** Tells the administrator that payouts were stopped because the books do not add up, or that they run again. */
export function ledgerMail({ breaches }: LedgerReport, { to, systemName }: { to: string; systemName: string }): Mail {
  if (breaches.length === 0) {
    return renderMail({
      to,
      systemName,
      subject: `${systemName}: payouts run again`,
      heading: 'Payouts run again',
      paragraphs: ['Every row of the ledger was looked at again, and everything adds up.'],
      notes: ['Withdrawals can be approved again.'],
    });
  }
  return renderMail({
    to,
    systemName,
    subject: `${systemName}: payouts are stopped, the books do not add up`,
    heading: 'Payouts are stopped',
    paragraphs: [
      'The check of the ledger found something that does not add up. No payout begins until a check finds nothing:',
      ...breaches.map(({ message }) => message),
    ],
    notes: ['On the server, "npm run verify-ledger" looks at every row and prints what it finds.'],
  });
}
