import { screen } from '#lib/screen.ts';

export const evidenceScreens = [
  screen({
    path: '/clicks',
    title: 'Evidence',
    navigation: { menu: 'palette', label: 'Evidence' },
    load: async () => (await import('./evidence-screen.tsx')).EvidenceScreen,
    queries: async () => (await import('./evidence-screen.tsx')).screenQueries,
  }),
  screen({
    path: '/clicks/$id',
    title: 'Click',
    load: async () => (await import('./click-screen.tsx')).ClickScreen,
    queries: async () => (await import('./click-screen.tsx')).clickQueries,
  }),
] as const;
