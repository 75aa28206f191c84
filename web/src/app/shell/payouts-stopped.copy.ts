/** What every screen says while the books do not add up. */
export const copy = {
  title: 'Payments are stopped: the books do not add up.',
  text: (since: string) =>
    `Since ${since} no payment leaves, neither one that you approve nor one by Auto Payout. Call whoever looks after your server now. Payments start again by themselves once a check finds nothing wrong.`,
  finding: (finding: string, more: number) => `The check found: ${finding}${more > 0 ? ` (and ${more} more)` : ''}.`,
  link: 'Open Payments',
} as const;
