import type { Plugin, Rollup } from 'vite';

/** Loaded by `import()` at the start of each visit. */
const DRAWING = '/react-dom/client.js';
/** Loaded by `import()` at the start of a visit with a stored session. */
const SHELL = '/app/shell/shell.tsx';

/** Names the files that every visit needs in index.html: without this the browser finds them after it has run main.tsx. */
export const firstFiles = (): Plugin => ({
  name: 'first-files',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const links = filesOf(bundle, DRAWING).map((href) => ({
        tag: 'link',
        attrs: { rel: 'modulepreload', href },
        injectTo: 'head' as const,
      }));
      // public/boot.js preloads these when a session is stored.
      const signedIn = filesOf(bundle, SHELL).join(' ');
      return { html: html.replace('src="/boot.js"', `$& data-signed-in="${signedIn}"`), tags: links };
    },
  },
});

/** Returns the paths of the file that contains a module, and of its scripts and style sheets, without the entry. */
function filesOf(bundle: Rollup.OutputBundle, module: string): string[] {
  const files = new Set<string>();
  const add = (name: string): void => {
    const chunk = bundle[name];
    if (chunk?.type !== 'chunk' || chunk.isEntry || files.has(name)) return;
    files.add(name);
    for (const sheet of chunk.viteMetadata?.importedCss ?? []) files.add(sheet);
    for (const other of chunk.imports) add(other);
  };
  for (const file of Object.values(bundle))
    if (file.type === 'chunk' && file.facadeModuleId?.endsWith(module)) add(file.fileName);
  if (files.size === 0) throw new Error(`No file contains ${module}.`);
  return [...files].map((name) => `/${name}`);
}
