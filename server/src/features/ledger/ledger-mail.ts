import { renderMail, type Mail } from '#platform/mailer/index.ts';
import type { LedgerReport } from './inspect-ledger.ts';

/** Mails the admin that payouts were stopped, or run again. */
export function ledgerMail({ breaches }: LedgerReport, { to, systemName }: { to: string; systemName: string }): Mail {
  if (breaches.length === 0) {
    return renderMail({
      to,
      systemName,
      subject: `${systemName}: payouts run again`,
      heading: 'Payouts run again',
      paragraphs: ['A full check of the ledger found no error.'],
      notes: ['Withdrawals can be approved again.'],
    });
  }
  return renderMail({
    to,
    systemName,
    subject: `${systemName}: payouts are stopped, the ledger does not balance`,
    heading: 'Payouts are stopped',
    paragraphs: [
      'The ledger check found an error. Payouts resume after a check without errors:',
      ...breaches.map(({ message }) => message),
    ],
    notes: ['On the server, "npm run verify-ledger" checks every row and prints the result.'],
  });
}
