import { screen } from '#lib/screen.ts';

export const auditScreens = [
  screen({
    path: '/audit',
    title: 'Audit log',
    navigation: { menu: 'admin', label: 'Audit log' },
    load: async () => (await import('./audit-screen.tsx')).AuditScreen,
    queries: async () => (await import('./audit-screen.tsx')).screenQueries,
  }),
] as const;
