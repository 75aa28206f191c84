/** The links of the navigation bar, in the order and words of document 000 §2. /verify-offer is deliberately not among them. */
export const LINKS_BEFORE_OFFERS = [{ to: '/users', label: 'Users' }] as const;

export const OFFER_LINKS = [
  { to: '/add-offer', label: 'Create Offer' },
  { to: '/prime-offers', label: 'Prime Offers' },
  { to: '/regular-offers', label: 'Regular Offers' },
] as const;

export const LINKS_AFTER_OFFERS = [
  { to: '/verify-withdrawals', label: 'Withdrawals' },
  { to: '/manual-pay', label: 'Manual Pay' },
  { to: '/problems', label: 'Support' },
  { to: '/smart-poll', label: 'Smart Poll' },
  { to: '/conversion-reports', label: 'Reports' },
  { to: '/settings', label: 'Settings' },
] as const;

/** Under the Admin menu: payments that need a person, one's own account, and who may do what was done. */
export const ADMIN_LINKS = [
  { to: '/payouts', label: 'Payments' },
  { to: '/account', label: 'Your account' },
  { to: '/admins', label: 'Administrators' },
  { to: '/audit', label: 'Audit log' },
] as const;

/** Paths on which "Admin" is the current place. */
export const isAdminPath = (path: string): boolean => ADMIN_LINKS.some(({ to }) => path === to);

/** Paths on which "Offers" is the current place. */
export const isOfferPath = (path: string): boolean =>
  /^\/(add-offer|edit-offer|prime-offers|regular-offers)(\/|$)/.test(path);
