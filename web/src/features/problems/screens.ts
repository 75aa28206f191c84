import { rights } from '@muneem/contract/rights';
import { screen } from '#lib/screen.ts';

export const problemScreens = [
  screen({
    path: '/problems',
    title: 'User Problems',
    right: rights.seeProblems,
    navigation: { menu: 'bar', label: 'Support', waiting: 'problems' },
    load: () => import('./problems-screen.tsx'),
  }),
] as const;
