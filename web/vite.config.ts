import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { compileHints } from './build/compile-hints.ts';
import { flatIcons } from './build/flat-icons.ts';
import { listFiles } from './build/list-files.ts';
import { precompress } from './build/precompress.ts';
import { themeVariables } from './build/theme-variables.ts';

const API_IN_DEVELOPMENT = process.env['MUNEEM_API'] ?? 'http://127.0.0.1:3000';
const SERVER_PATHS = ['/api', '/images', '/track', '/postback', '/healthz', '/readyz'];

/** What everybody loads: the application without its shell, and the page to sign in. */
const AT_FIRST = ['src/app/main.tsx', 'src/features/auth/index.ts'];
/** The first file of the page must stay small: it asks for all others. */
const EARLY =
  /web\/index\.html|src\/(app\/(early|config|first-calls|first-frame|startup|session\/read-session)|lib\/(early-answers|stored-name|stored-value))\.ts$|vite\/preload-helper/;

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    themeVariables(),
    flatIcons(),
    listFiles(),
    compileHints(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/app',
      filename: 'service-worker.ts',
      injectRegister: false,
      injectManifest: { globPatterns: ['index.html', 'boot.*', 'icon.svg', 'assets/*.{js,css}'] },
      manifest: {
        name: 'Muneem',
        short_name: 'Muneem',
        description: 'The back-office of a rewards platform.',
        start_url: '/',
        display: 'standalone',
        background_color: '#fbfbfd',
        theme_color: '#312f80',
        icons: [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any maskable' }],
      },
    }),
    precompress(),
  ],
  server: {
    proxy: Object.fromEntries(
      SERVER_PATHS.map((path) => [`^${path}(?=[/?]|$)`, { target: API_IN_DEVELOPMENT, changeOrigin: false }]),
    ),
  },
  build: {
    target: 'baseline-widely-available',
    // Nothing is put into the page itself: the content security policy allows no inline script and no data: script.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: ['index.html', ...AT_FIRST].map((file) => join(import.meta.dirname, file)),
      output: {
        // A name of a joined file would else be that of everything in it.
        chunkFileNames: ({ name }) => `assets/${name.split('~', 1)[0]}-[hash].js`,
        assetFileNames: ({ names }) => `assets/${names[0]?.split(/[~.]/, 1)[0]}-[hash][extname]`,
        // Each file costs a slow processor some milliseconds before it is run.
        codeSplitting: {
          groups: [
            { name: 'early', test: EARLY, priority: 3 },
            { name: 'app', tags: ['$initial'], priority: 2 },
            // One style sheet for what all screens share.
            { name: 'shell', test: /src\/(ui|app)\/.*\.css$|@mantine\/.*\.css$/, priority: 2 },
            {
              name: 'signed-in',
              minShareCount: 2,
              entriesAware: true,
              entriesAwareMergeThreshold: 45_000,
              priority: 1,
            },
          ],
        },
      },
    },
  },
});
