import type { Plugin } from 'vite';

/** Names the files of the shell in index.html. public/boot.js preloads them when a session is stored. */
export const signedInFiles = (): Plugin => ({
  name: 'signed-in-files',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle = {} }) {
      const files = new Set<string>();
      const add = (name: string): void => {
        const chunk = bundle[name];
        if (chunk?.type !== 'chunk' || chunk.isEntry || files.has(name)) return;
        files.add(name);
        for (const sheet of chunk.viteMetadata?.importedCss ?? []) files.add(sheet);
        for (const other of chunk.imports) add(other);
      };
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && file.facadeModuleId?.endsWith('/app/shell/shell.tsx')) add(file.fileName);
      if (files.size < 2) throw new Error('The files of the shell were not found.');
      return html.replace('src="/boot.js"', `$& data-signed-in="${[...files].map((name) => `/${name}`).join(' ')}"`);
    },
  },
});
