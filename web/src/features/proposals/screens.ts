import { rights } from '@muneem/contract/rights';
import { screen } from '#lib/screen.ts';

export const proposalScreens = [
  screen({
    path: '/second-person',
    title: 'Waiting for a second person',
    right: rights.seeProposals,
    navigation: { menu: 'admin', label: 'Second person', waiting: 'proposals', onlyInUse: true },
    load: () => import('./proposals-screen.tsx'),
  }),
] as const;
