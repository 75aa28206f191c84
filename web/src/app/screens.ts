import type { ComponentType } from 'react';
import { lazyRouteComponent } from '@tanstack/react-router';

type FrontDoor = Readonly<Record<string, ComponentType>>;
const frontDoors = import.meta.glob<FrontDoor>('../features/*/index.ts');

function screen(feature: string, name: string) {
  return lazyRouteComponent(async () => {
    const load = frontDoors[`../features/${feature}/index.ts`];
    const frontDoor = load ? await load() : {};
    const component = frontDoor[name];
    if (!component) throw new Error(`The feature ${feature} has no screen ${name}.`);
    return { default: component };
  });
}

/** The screen of each route, in a file of its own that is loaded when it is wanted. Features export them from their front door. */
export const screens = {
  login: screen('auth', 'LoginScreen'),
  resetPassword: screen('auth', 'ResetPasswordScreen'),
  dashboard: screen('stats', 'DashboardScreen'),
  users: screen('users', 'UsersScreen'),
  offerForm: screen('offers', 'OfferFormScreen'),
  primeOffers: screen('offers', 'PrimeOffersScreen'),
  regularOffers: screen('offers', 'RegularOffersScreen'),
  withdrawals: screen('withdrawals', 'WithdrawalsScreen'),
  manualPayments: screen('manual-payments', 'ManualPaymentsScreen'),
  offerClaims: screen('offer-claims', 'OfferClaimsScreen'),
  problems: screen('problems', 'ProblemsScreen'),
  postbackManagement: screen('postbacks', 'PostbackManagementScreen'),
  settings: screen('settings', 'SettingsScreen'),
  smartPoll: screen('smart-poll', 'SmartPollScreen'),
  conversionReports: screen('conversion-reports', 'ConversionReportsScreen'),
} as const;
