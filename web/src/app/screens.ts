import { lazyRouteComponent } from '@tanstack/react-router';
import type { AskFirst } from '#lib/first-data.ts';

const auth = () => import('#features/auth/index.ts');
const offers = () => import('#features/offers/index.ts');
const offerLists = async () => (await offers()).loadOfferLists();
const stats = () => import('#features/stats/index.ts');
const users = () => import('#features/users/index.ts');
const withdrawals = () => import('#features/withdrawals/index.ts');
const conversionReports = () => import('#features/conversion-reports/index.ts');
const evidence = () => import('#features/evidence/index.ts');

/** The screen of each route, in a file of its own that is loaded when it is wanted. Features export them from their front door. */
export const screens = {
  login: lazyRouteComponent(auth, 'LoginScreen'),
  resetPassword: lazyRouteComponent(auth, 'ResetPasswordScreen'),
  dashboard: lazyRouteComponent(stats, 'DashboardScreen'),
  users: lazyRouteComponent(users, 'UsersScreen'),
  offerForm: lazyRouteComponent(async () => (await offers()).loadOfferForm(), 'OfferFormScreen'),
  primeOffers: lazyRouteComponent(offerLists, 'PrimeOffersScreen'),
  regularOffers: lazyRouteComponent(offerLists, 'RegularOffersScreen'),
  withdrawals: lazyRouteComponent(withdrawals, 'WithdrawalsScreen'),
  payouts: lazyRouteComponent(() => import('#features/payouts/index.ts'), 'PayoutsScreen'),
  manualPayments: lazyRouteComponent(() => import('#features/manual-payments/index.ts'), 'ManualPaymentsScreen'),
  offerClaims: lazyRouteComponent(() => import('#features/offer-claims/index.ts'), 'OfferClaimsScreen'),
  problems: lazyRouteComponent(() => import('#features/problems/index.ts'), 'ProblemsScreen'),
  postbackManagement: lazyRouteComponent(() => import('#features/postbacks/index.ts'), 'PostbackManagementScreen'),
  evidence: lazyRouteComponent(evidence, 'EvidenceScreen'),
  click: lazyRouteComponent(evidence, 'ClickScreen'),
  settings: lazyRouteComponent(() => import('#features/settings/index.ts'), 'SettingsScreen'),
  smartPoll: lazyRouteComponent(() => import('#features/smart-poll/index.ts'), 'SmartPollScreen'),
  conversionReports: lazyRouteComponent(conversionReports, 'ConversionReportsScreen'),
  audit: lazyRouteComponent(() => import('#features/audit/index.ts'), 'AuditScreen'),
  account: lazyRouteComponent(() => import('#features/account/index.ts'), 'AccountScreen'),
  admins: lazyRouteComponent(() => import('#features/admins/index.ts'), 'AdminsScreen'),
  acceptInvitation: lazyRouteComponent(() => import('#features/admins/index.ts'), 'AcceptInvitationScreen'),
} as const;

/** What the busiest screens show first, asked for while the shell is still being drawn. */
export const firstData = {
  dashboard: async () => (await stats()).askFirst,
  users: async () => (await users()).askFirst,
  withdrawals: async () => (await withdrawals()).askFirst,
  conversionReports: async () => (await conversionReports()).askFirst,
} as const satisfies Record<string, () => Promise<AskFirst>>;

/** Fetches the sign-in screen before the router asks for it; a failure shows when the router does ask. */
export const preloadLogin = (): void => void auth().catch(() => undefined);
