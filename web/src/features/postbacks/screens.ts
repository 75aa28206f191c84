import { rights } from '@muneem/contract/rights';
import { screen } from '#lib/screen.ts';

export const postbackScreens = [
  screen({
    path: '/postback-urls/$id',
    title: 'Postback Management',
    right: rights.seePostbacks,
    load: () => import('./postback-management-screen.tsx'),
  }),
] as const;
