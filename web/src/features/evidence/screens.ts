import { screen } from '#lib/screen.ts';

export const evidenceScreens = [
  screen({
    path: '/clicks',
    title: 'Evidence',
    navigation: { menu: 'palette', label: 'Evidence' },
    load: () => import('./evidence-screen.tsx').then((it) => [it.EvidenceScreen, it.screenQueries]),
  }),
  screen({
    path: '/clicks/$id',
    title: 'Click',
    load: () => import('./click-screen.tsx').then((it) => [it.ClickScreen, it.clickQueries]),
  }),
] as const;
