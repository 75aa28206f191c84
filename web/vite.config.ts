import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { bareContract } from './build/bare-contract.ts';
import { compileHints } from './build/compile-hints.ts';
import { firstFiles } from './build/first-files.ts';
import { precompress } from './build/precompress.ts';
import { screenPaths } from './build/screen-paths.ts';

const API_IN_DEVELOPMENT = process.env['MUNEEM_API'] ?? 'http://127.0.0.1:3000';
const SERVER_PATHS = ['/api', '/images', '/track', '/postback', '/healthz', '/readyz'];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    bareContract(),
    compileHints(),
    firstFiles(),
    screenPaths(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/app',
      filename: 'service-worker.ts',
      injectRegister: false,
      injectManifest: { globPatterns: ['index.html', 'boot.js', 'icon.svg', 'assets/*.{js,css}'] },
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
    // No inlined assets: the content security policy forbids inline scripts and data: scripts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      output: {
        // Otherwise the name of a joined file would list all its modules.
        chunkFileNames: ({ name }) => `assets/${name.split('~', 1)[0]}-[hash].js`,
        assetFileNames: ({ names }) => `assets/${names[0]?.split(/[~.]/, 1)[0]}-[hash][extname]`,
        // Each file costs a slow processor several milliseconds before it runs.
        codeSplitting: {
          includeDependenciesRecursively: false,
          groups: [
            { name: 'app', tags: ['$initial'], priority: 3 },
            // One style sheet for all signed-in screens. The calendar has its own.
            { name: 'shell', test: /(?<!dates\/styles\.layer)\.css$/, priority: 2 },
            // Only forms need schemas.
            { name: 'schemas', test: /node_modules\/zod\/|contract\/src\/http\/fields/, priority: 4 },
            {
              name: 'shared',
              test: /node_modules|contract\/src\/(?!offers\/offer-(?:events|fields|input))|src\/(ui|lib|app|features\/exports)\/|features\/audit\/(index|lazy)/,
              minShareCount: 2,
              priority: 1,
            },
          ],
        },
      },
    },
  },
});
