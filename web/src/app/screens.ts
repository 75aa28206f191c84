import { LoginScreen } from '#features/auth/login-screen.tsx';
import { ResetPasswordScreen } from '#features/auth/reset-password-screen.tsx';
import type { Screen } from '#lib/screen.ts';

const loadOfferForm: Screen['load'] = () => import('#features/offers/form/offer-form-screen.tsx');

/** For signed-in administrators, in the order of the links in the bar, the menus and the command palette. */
export const SIGNED_IN = [
  {
    path: '/',
    title: 'Dashboard',
    navigation: { menu: 'palette', label: 'Dashboard' },
    load: () => import('#features/stats/dashboard-screen.tsx'),
  },
  {
    path: '/users',
    title: 'User Management',
    navigation: { menu: 'bar', label: 'Users', search: 'Search users' },
    load: () => import('#features/users/users-screen.tsx'),
  },
  {
    path: '/add-offer',
    title: 'Create New Offer',
    navigation: { menu: 'offers', label: 'Create Offer' },
    load: loadOfferForm,
  },
  {
    path: '/edit-offer/$id',
    title: 'Edit Offer',
    navigation: { menu: 'offers' },
    load: loadOfferForm,
  },
  {
    path: '/prime-offers',
    title: 'Prime Offers',
    navigation: { menu: 'offers', label: 'Prime Offers', search: 'Search prime offers' },
    load: async () => (await import('#features/offers/offer-list-screen.tsx')).primeOffers,
  },
  {
    path: '/regular-offers',
    title: 'Regular Offers',
    navigation: { menu: 'offers', label: 'Regular Offers', search: 'Search regular offers' },
    load: async () => (await import('#features/offers/offer-list-screen.tsx')).regularOffers,
  },
  {
    path: '/verify-withdrawals',
    title: 'Verify Withdrawals',
    navigation: { menu: 'bar', label: 'Withdrawals', search: 'Search withdrawals', waiting: 'withdrawals' },
    load: () => import('#features/withdrawals/withdrawals-screen.tsx'),
  },
  {
    path: '/manual-pay',
    title: 'Manually pay coin to clicks',
    navigation: { menu: 'bar', label: 'Manual Pay' },
    load: () => import('#features/manual-payments/manual-payments-screen.tsx'),
  },
  {
    path: '/problems',
    title: 'User Problems',
    navigation: { menu: 'bar', label: 'Support', waiting: 'problems' },
    load: () => import('#features/problems/problems-screen.tsx'),
  },
  {
    path: '/smart-poll',
    title: 'Smart Poll Manager',
    navigation: { menu: 'bar', label: 'Smart Poll' },
    load: () => import('#features/smart-poll/smart-poll-screen.tsx'),
  },
  {
    path: '/conversion-reports',
    title: 'Conversion Reports',
    navigation: { menu: 'bar', label: 'Reports' },
    load: () => import('#features/conversion-reports/conversion-reports-screen.tsx'),
  },
  {
    path: '/settings',
    title: 'System Settings',
    navigation: { menu: 'bar', label: 'Settings' },
    load: () => import('#features/settings/settings-screen.tsx'),
  },
  {
    path: '/payouts',
    title: 'Payments',
    navigation: { menu: 'admin', label: 'Payments' },
    load: () => import('#features/payouts/payouts-screen.tsx'),
  },
  {
    path: '/account',
    title: 'Your account',
    navigation: { menu: 'admin', label: 'Your account' },
    load: () => import('#features/account/account-screen.tsx'),
  },
  {
    path: '/admins',
    title: 'Administrators',
    navigation: { menu: 'admin', label: 'Administrators' },
    load: () => import('#features/admins/admins-screen.tsx'),
  },
  {
    path: '/audit',
    title: 'Audit log',
    navigation: { menu: 'admin', label: 'Audit log' },
    load: () => import('#features/audit/audit-screen.tsx'),
  },
  {
    path: '/verify-offer',
    title: 'Verify Offers',
    // The specification keeps this link out of the bar.
    navigation: { menu: 'palette', label: 'Verify Offers' },
    load: () => import('#features/offer-claims/offer-claims-screen.tsx'),
  },
  {
    path: '/clicks',
    title: 'Evidence',
    navigation: { menu: 'palette', label: 'Evidence' },
    load: () => import('#features/evidence/evidence-screen.tsx'),
  },
  { path: '/clicks/$id', title: 'Click', load: () => import('#features/evidence/click-screen.tsx') },
  {
    path: '/postback-urls/$id',
    title: 'Postback Management',
    load: () => import('#features/postbacks/postback-management-screen.tsx'),
  },
] as const satisfies readonly Screen[];

/** A signed-in administrator is redirected away from these. Part of the entry file: a new visitor sees them first. */
export const SIGNED_OUT = [
  { path: '/login', title: 'Admin Dashboard', load: async () => ({ component: LoginScreen }) },
] as const satisfies readonly Screen[];

/** Open without a session check, from links in emails. */
export const PUBLIC = [
  { path: '/reset-password', title: 'Reset Password', load: async () => ({ component: ResetPasswordScreen }) },
  {
    path: '/accept-invitation',
    title: 'Become an administrator',
    load: () => import('#features/admins/accept-invitation-screen.tsx'),
  },
] as const satisfies readonly Screen[];
