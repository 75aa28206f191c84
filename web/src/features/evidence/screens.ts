import { rights } from '@muneem/contract/rights';
import { screen } from '#lib/screen.ts';

export const evidenceScreens = [
  screen({
    path: '/clicks',
    title: 'Evidence',
    right: rights.seeEvidence,
    navigation: { menu: 'palette', label: 'Evidence' },
    load: () => import('./evidence-screen.tsx'),
  }),
  screen({
    path: '/contradictions',
    title: 'Contradictions',
    right: rights.seeEvidence,
    navigation: { menu: 'palette', label: 'Contradictions' },
    load: () => import('./contradictions-screen.tsx'),
  }),
  screen({
    path: '/clicks/$id',
    title: 'Click',
    right: rights.seeEvidence,
    load: () => import('./click-screen.tsx'),
  }),
] as const;
