import { rights } from '@muneem/contract/rights';
import { LoginScreen } from '#features/auth/login-screen.tsx';
import { ResetPasswordScreen } from '#features/auth/reset-password-screen.tsx';
import { screen } from '#lib/screen.ts';

/** For signed-in administrators, in the order of the links in the bar, the menus and the command palette. */
export const SIGNED_IN = [
  screen({
    path: '/',
    title: 'Dashboard',
    navigation: { menu: 'palette', label: 'Dashboard' },
    load: () => import('#features/stats/dashboard-screen.tsx'),
  }),
  screen({
    path: '/users',
    title: 'User Management',
    right: rights.seeUsers,
    navigation: { menu: 'bar', label: 'Users', search: 'Search users' },
    load: () => import('#features/users/users-screen.tsx'),
  }),
  screen({
    path: '/add-offer',
    title: 'Create New Offer',
    right: rights.changeOffers,
    navigation: { menu: 'offers', label: 'Create Offer' },
    load: () => import('#features/offers/form/offer-form-screen.tsx'),
  }),
  screen({
    path: '/edit-offer/$id',
    title: 'Edit Offer',
    right: rights.seeOffers,
    navigation: { menu: 'offers' },
    load: () => import('#features/offers/form/offer-form-screen.tsx'),
  }),
  screen({
    path: '/prime-offers',
    title: 'Prime Offers',
    right: rights.seeOffers,
    navigation: { menu: 'offers', label: 'Prime Offers', search: 'Search prime offers' },
    load: () => import('#features/offers/offer-list-screen.tsx').then((it) => it.primeOffers),
  }),
  screen({
    path: '/regular-offers',
    title: 'Regular Offers',
    right: rights.seeOffers,
    navigation: { menu: 'offers', label: 'Regular Offers', search: 'Search regular offers' },
    load: () => import('#features/offers/offer-list-screen.tsx').then((it) => it.regularOffers),
  }),
  screen({
    path: '/verify-withdrawals',
    title: 'Verify Withdrawals',
    right: rights.seeWithdrawals,
    navigation: { menu: 'bar', label: 'Withdrawals', search: 'Search withdrawals', waiting: 'withdrawals' },
    load: () => import('#features/withdrawals/withdrawals-screen.tsx'),
  }),
  screen({
    path: '/manual-pay',
    title: 'Manually pay coin to clicks',
    right: rights.seeManualPayments,
    navigation: { menu: 'bar', label: 'Manual Pay' },
    load: () => import('#features/manual-payments/manual-payments-screen.tsx'),
  }),
  screen({
    path: '/problems',
    title: 'User Problems',
    right: rights.seeProblems,
    navigation: { menu: 'bar', label: 'Support', waiting: 'problems' },
    load: () => import('#features/problems/problems-screen.tsx'),
  }),
  screen({
    path: '/smart-poll',
    title: 'Smart Poll Manager',
    right: rights.seeSmartPoll,
    navigation: { menu: 'bar', label: 'Smart Poll' },
    load: () => import('#features/smart-poll/smart-poll-screen.tsx'),
  }),
  screen({
    path: '/conversion-reports',
    title: 'Conversion Reports',
    right: rights.seeReports,
    navigation: { menu: 'bar', label: 'Reports' },
    load: () => import('#features/conversion-reports/conversion-reports-screen.tsx'),
  }),
  screen({
    path: '/settings',
    title: 'System Settings',
    right: rights.seeSettings,
    navigation: { menu: 'bar', label: 'Settings' },
    load: () => import('#features/settings/settings-screen.tsx'),
  }),
  screen({
    path: '/payouts',
    title: 'Payouts',
    right: rights.seePayouts,
    navigation: { menu: 'admin', label: 'Payouts' },
    load: () => import('#features/payouts/payouts-screen.tsx'),
  }),
  screen({
    path: '/second-person',
    title: 'Waiting for a second person',
    right: rights.seeProposals,
    navigation: { menu: 'admin', label: 'Second person', waiting: 'proposals', onlyInUse: true },
    load: () => import('#features/proposals/proposals-screen.tsx'),
  }),
  screen({
    path: '/account',
    title: 'Your account',
    navigation: { menu: 'admin', label: 'Your account' },
    load: () => import('#features/account/account-screen.tsx'),
  }),
  screen({
    path: '/admins',
    title: 'Administrators',
    right: rights.seeAdmins,
    navigation: { menu: 'admin', label: 'Administrators' },
    load: () => import('#features/admins/admins-screen.tsx'),
  }),
  screen({
    path: '/roles',
    title: 'Who may do what',
    right: rights.seeAdmins,
    navigation: { menu: 'admin', label: 'Who may do what' },
    load: () => import('#features/admins/roles-screen.tsx'),
  }),
  screen({
    path: '/audit',
    title: 'Audit log',
    right: rights.seeAudit,
    navigation: { menu: 'admin', label: 'Audit log' },
    load: () => import('#features/audit/audit-screen.tsx'),
  }),
  screen({
    path: '/verify-offer',
    title: 'Verify Offers',
    right: rights.seeOfferClaims,
    // The specification keeps this link out of the bar.
    navigation: { menu: 'palette', label: 'Verify Offers' },
    load: () => import('#features/offer-claims/offer-claims-screen.tsx'),
  }),
  screen({
    path: '/clicks',
    title: 'Evidence',
    right: rights.seeEvidence,
    navigation: { menu: 'palette', label: 'Evidence' },
    load: () => import('#features/evidence/evidence-screen.tsx'),
  }),
  screen({
    path: '/contradictions',
    title: 'Contradictions',
    right: rights.seeEvidence,
    navigation: { menu: 'palette', label: 'Contradictions' },
    load: () => import('#features/evidence/contradictions-screen.tsx'),
  }),
  screen({
    path: '/clicks/$id',
    title: 'Click',
    right: rights.seeEvidence,
    load: () => import('#features/evidence/click-screen.tsx'),
  }),
  screen({
    path: '/postback-urls/$id',
    title: 'Postback Management',
    right: rights.seePostbacks,
    load: () => import('#features/postbacks/postback-management-screen.tsx'),
  }),
  screen({
    path: '/networks',
    title: 'Networks',
    right: rights.seeNetworks,
    navigation: { menu: 'offers', label: 'Networks', search: 'Search networks' },
    load: () => import('#features/networks/networks-screen.tsx'),
  }),
] as const;

// Part of the entry file: a new visitor sees these screens first.
/** A signed-in administrator is redirected away from these. */
export const SIGNED_OUT = [
  screen({ path: '/login', title: 'Admin Dashboard', load: async () => ({ component: LoginScreen }) }),
] as const;

/** Open without a session check. */
export const PUBLIC = [
  screen({ path: '/reset-password', title: 'Reset Password', load: async () => ({ component: ResetPasswordScreen }) }),
  // Opened from the invitation email.
  screen({
    path: '/accept-invitation',
    title: 'Become an administrator',
    load: () => import('#features/admins/accept-invitation-screen.tsx'),
  }),
] as const;
