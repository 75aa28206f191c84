import { screen } from '#lib/screen.ts';

export const evidenceScreens = [
  screen({
    path: '/clicks',
    title: 'Evidence',
    navigation: { menu: 'palette', label: 'Evidence' },
    load: () => import('./evidence-screen.tsx'),
  }),
  screen({
    path: '/contradictions',
    title: 'Contradictions',
    navigation: { menu: 'palette', label: 'Contradictions' },
    load: () => import('./contradictions-screen.tsx'),
  }),
  screen({
    path: '/clicks/$id',
    title: 'Click',
    load: () => import('./click-screen.tsx'),
  }),
] as const;
