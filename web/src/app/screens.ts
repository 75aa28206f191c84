import { lazyRouteComponent } from '@tanstack/react-router';
import type { AskFirst } from '#lib/first-data.ts';
import { MissingFileError } from './missing-file.ts';

const auth = () => import('#features/auth/index.ts');
const offers = () => import('#features/offers/index.ts');
const offerLists = async () => (await offers()).loadOfferLists();
const stats = () => import('#features/stats/index.ts');
const users = () => import('#features/users/index.ts');
const withdrawals = () => import('#features/withdrawals/index.ts');
const conversionReports = () => import('#features/conversion-reports/index.ts');
const evidence = () => import('#features/evidence/index.ts');

/**
 * The router reloads the page when it recognises the error of a missing file. Offline that would lose the page, so it gets
 * another error and `RouteFailed` decides.
 */
const screen = <Module extends object, Name extends keyof Module>(load: () => Promise<Module>, name: Name) =>
  lazyRouteComponent(
    () =>
      load().catch((cause: unknown) => {
        throw new MissingFileError(cause);
      }),
    name,
  );

/** The screen of each route, in a file of its own that is loaded when it is wanted. Features export them from their front door. */
export const screens = {
  login: screen(auth, 'LoginScreen'),
  resetPassword: screen(auth, 'ResetPasswordScreen'),
  dashboard: screen(stats, 'DashboardScreen'),
  users: screen(users, 'UsersScreen'),
  offerForm: screen(async () => (await offers()).loadOfferForm(), 'OfferFormScreen'),
  primeOffers: screen(offerLists, 'PrimeOffersScreen'),
  regularOffers: screen(offerLists, 'RegularOffersScreen'),
  withdrawals: screen(withdrawals, 'WithdrawalsScreen'),
  payouts: screen(() => import('#features/payouts/index.ts'), 'PayoutsScreen'),
  manualPayments: screen(() => import('#features/manual-payments/index.ts'), 'ManualPaymentsScreen'),
  offerClaims: screen(() => import('#features/offer-claims/index.ts'), 'OfferClaimsScreen'),
  problems: screen(() => import('#features/problems/index.ts'), 'ProblemsScreen'),
  postbackManagement: screen(() => import('#features/postbacks/index.ts'), 'PostbackManagementScreen'),
  evidence: screen(evidence, 'EvidenceScreen'),
  click: screen(evidence, 'ClickScreen'),
  settings: screen(() => import('#features/settings/index.ts'), 'SettingsScreen'),
  smartPoll: screen(() => import('#features/smart-poll/index.ts'), 'SmartPollScreen'),
  conversionReports: screen(conversionReports, 'ConversionReportsScreen'),
  audit: screen(() => import('#features/audit/index.ts'), 'AuditScreen'),
  account: screen(() => import('#features/account/index.ts'), 'AccountScreen'),
  admins: screen(() => import('#features/admins/index.ts'), 'AdminsScreen'),
  acceptInvitation: screen(() => import('#features/admins/index.ts'), 'AcceptInvitationScreen'),
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
