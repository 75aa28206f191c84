/** Shown on every screen while the ledger does not balance. */
export const copy = {
  title: 'Payouts are stopped: the ledger does not balance.',
  text: (since: string) =>
    `No payout has been sent since ${since}, neither an approved one nor one by Auto Payout. Contact your server administrator now. Payouts restart automatically once a check finds no errors.`,
  finding: (finding: string, more: number) => `The check found: ${finding}${more > 0 ? ` (and ${more} more)` : ''}.`,
  link: 'Open Payments',
} as const;
