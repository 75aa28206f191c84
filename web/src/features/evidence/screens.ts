import { screen } from '#lib/screen.ts';

export const evidenceScreens = [
  screen({
    path: '/clicks',
    title: 'Evidence',
    navigation: { menu: 'palette', label: 'Evidence' },
    load: () =>
      import('./evidence-screen.tsx').then((it) => ({ component: it.EvidenceScreen, queries: it.screenQueries })),
  }),
  screen({
    path: '/clicks/$id',
    title: 'Click',
    load: () => import('./click-screen.tsx').then((it) => ({ component: it.ClickScreen, queries: it.clickQueries })),
  }),
] as const;
