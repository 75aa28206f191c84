import { accountScreens } from '#features/account/screens.ts';
import { adminScreens, invitationScreens } from '#features/admins/screens.ts';
import { auditScreens } from '#features/audit/screens.ts';
import { passwordScreens, signInScreens } from '#features/auth/screens.ts';
import { conversionReportScreens } from '#features/conversion-reports/screens.ts';
import { evidenceScreens } from '#features/evidence/screens.ts';
import { manualPaymentScreens } from '#features/manual-payments/screens.ts';
import { networkScreens } from '#features/networks/screens.ts';
import { offerClaimScreens } from '#features/offer-claims/screens.ts';
import { offerScreens } from '#features/offers/screens.ts';
import { payoutScreens } from '#features/payouts/screens.ts';
import { postbackScreens } from '#features/postbacks/screens.ts';
import { problemScreens } from '#features/problems/screens.ts';
import { proposalScreens } from '#features/proposals/screens.ts';
import { settingsScreens } from '#features/settings/screens.ts';
import { smartPollScreens } from '#features/smart-poll/screens.ts';
import { dashboardScreens } from '#features/stats/screens.ts';
import { userScreens } from '#features/users/screens.ts';
import { withdrawalScreens } from '#features/withdrawals/screens.ts';

/** For signed-in administrators, in the order of the links in the bar, the menus and the command palette. */
export const SIGNED_IN = [
  ...dashboardScreens,
  ...userScreens,
  ...offerScreens,
  ...withdrawalScreens,
  ...manualPaymentScreens,
  ...problemScreens,
  ...smartPollScreens,
  ...conversionReportScreens,
  ...settingsScreens,
  ...payoutScreens,
  ...proposalScreens,
  ...accountScreens,
  ...adminScreens,
  ...auditScreens,
  ...offerClaimScreens,
  ...evidenceScreens,
  ...postbackScreens,
  ...networkScreens,
] as const;

/** A signed-in administrator is redirected away from these. */
export const SIGNED_OUT = signInScreens;

/** Open without a session check. */
export const PUBLIC = [...passwordScreens, ...invitationScreens] as const;
