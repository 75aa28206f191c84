import { rights } from '@muneem/contract/rights';
import { screen } from '#lib/screen.ts';

export const smartPollScreens = [
  screen({
    path: '/smart-poll',
    title: 'Smart Poll Manager',
    right: rights.seeSmartPoll,
    navigation: { menu: 'bar', label: 'Smart Poll' },
    load: () => import('./smart-poll-screen.tsx'),
  }),
] as const;
