import { lazyRouteComponent } from '@tanstack/react-router';

const auth = () => import('#features/auth/index.ts');
const offers = () => import('#features/offers/index.ts');
const offerLists = async () => (await offers()).loadOfferLists();
const evidence = () => import('#features/evidence/index.ts');

/** The screen of each route, in a file of its own that is loaded when it is wanted. Features export them from their front door. */
export const screens = {
  login: lazyRouteComponent(auth, 'LoginScreen'),
  resetPassword: lazyRouteComponent(auth, 'ResetPasswordScreen'),
  dashboard: lazyRouteComponent(() => import('#features/stats/index.ts'), 'DashboardScreen'),
  users: lazyRouteComponent(() => import('#features/users/index.ts'), 'UsersScreen'),
  offerForm: lazyRouteComponent(async () => (await offers()).loadOfferForm(), 'OfferFormScreen'),
  primeOffers: lazyRouteComponent(offerLists, 'PrimeOffersScreen'),
  regularOffers: lazyRouteComponent(offerLists, 'RegularOffersScreen'),
  withdrawals: lazyRouteComponent(() => import('#features/withdrawals/index.ts'), 'WithdrawalsScreen'),
  payouts: lazyRouteComponent(() => import('#features/payouts/index.ts'), 'PayoutsScreen'),
  manualPayments: lazyRouteComponent(() => import('#features/manual-payments/index.ts'), 'ManualPaymentsScreen'),
  offerClaims: lazyRouteComponent(() => import('#features/offer-claims/index.ts'), 'OfferClaimsScreen'),
  problems: lazyRouteComponent(() => import('#features/problems/index.ts'), 'ProblemsScreen'),
  postbackManagement: lazyRouteComponent(() => import('#features/postbacks/index.ts'), 'PostbackManagementScreen'),
  evidence: lazyRouteComponent(evidence, 'EvidenceScreen'),
  click: lazyRouteComponent(evidence, 'ClickScreen'),
  settings: lazyRouteComponent(() => import('#features/settings/index.ts'), 'SettingsScreen'),
  smartPoll: lazyRouteComponent(() => import('#features/smart-poll/index.ts'), 'SmartPollScreen'),
  conversionReports: lazyRouteComponent(
    () => import('#features/conversion-reports/index.ts'),
    'ConversionReportsScreen',
  ),
  audit: lazyRouteComponent(() => import('#features/audit/index.ts'), 'AuditScreen'),
  account: lazyRouteComponent(() => import('#features/account/index.ts'), 'AccountScreen'),
  admins: lazyRouteComponent(() => import('#features/admins/index.ts'), 'AdminsScreen'),
  acceptInvitation: lazyRouteComponent(() => import('#features/admins/index.ts'), 'AcceptInvitationScreen'),
} as const;

/** Fetches the sign-in screen before the router asks for it; a failure shows when the router does ask. */
export const preloadLogin = (): void => void auth().catch(() => undefined);
