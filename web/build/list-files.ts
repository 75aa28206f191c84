import type { HtmlTagDescriptor, Plugin, Rolldown } from 'vite';

/** The files of the busiest screens, which the page asks for before the application stands (`early.ts`). */
const SCREEN_FILES = {
  shell: '/app/shell/shell.tsx',
  '/': '/features/stats/index.ts',
  '/users': '/features/users/index.ts',
  '/verify-withdrawals': '/features/withdrawals/index.ts',
  '/conversion-reports': '/features/conversion-reports/index.ts',
} as const;

/** Names in the page what `early.ts` imports and preloads: the application's own files, and those of each screen. */
export const listFiles = (): Plugin => ({
  name: 'list-files',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(_, { bundle = {} }) {
      const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
      const application = filesOf(chunks, '/app/main.tsx');
      const entries = chunks.filter(({ isEntry }) => isEntry).map(({ fileName }) => `/${fileName}`);
      const ofScreens = Object.entries(SCREEN_FILES).map(([place, module]) => [
        place,
        filesOf(chunks, module).filter((file) => !application.includes(file)),
      ]);
      return [
        {
          tag: 'script',
          attrs: { type: 'application/json', id: 'screen-files' },
          children: JSON.stringify(Object.fromEntries(ofScreens)),
          injectTo: 'head-prepend',
        },
        // The page's own script asks for itself: preloaded too, it is sometimes said not to have been used.
        ...application.filter((file) => !entries.includes(file)).map(linkTo),
      ];
    },
  },
});

/** Scripts are fetched and no more: `modulepreload` would compile them before the first file has asked for anything. */
const linkTo = (href: string): HtmlTagDescriptor => ({
  tag: 'link',
  attrs: {
    ...(href.endsWith('.css') ? { rel: 'stylesheet' } : { rel: 'preload', as: 'script' }),
    crossorigin: true,
    href,
  },
  injectTo: 'head',
});

/** The scripts and style sheets that one module needs with everything it imports, each with its path. */
function filesOf(chunks: readonly Rolldown.OutputChunk[], module: string): readonly string[] {
  const files = new Set<string>();
  const add = (chunk: Rolldown.OutputChunk | undefined): void => {
    if (chunk === undefined || files.has(`/${chunk.fileName}`)) return;
    files.add(`/${chunk.fileName}`);
    for (const css of chunk.viteMetadata?.importedCss ?? []) files.add(`/${css}`);
    for (const name of chunk.imports) add(chunks.find(({ fileName }) => fileName === name));
  };
  add(chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(`/src${module}`))));
  if (files.size === 0) throw new Error(`no file was built from ${module}`);
  return [...files];
}
