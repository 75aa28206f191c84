import { join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { precompress } from './build/precompress.ts';
import { themeVariables } from './build/theme-variables.ts';

const API_IN_DEVELOPMENT = process.env['MUNEEM_API'] ?? 'http://127.0.0.1:3000';
const SERVER_PATHS = ['/api', '/images', '/track', '/postback', '/healthz', '/readyz'];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
    themeVariables(),
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
      // What everybody loads is one file beside the first one.
      input: ['index.html', 'src/app/main.tsx'].map((file) => join(import.meta.dirname, file)),
      output: {
        // A name of a joined file would else be that of everything in it.
        chunkFileNames: ({ name }) => `assets/${name.split('~', 1)[0]}-[hash].js`,
        assetFileNames: ({ names }) => `assets/${names[0]?.split(/[~.]/, 1)[0]}-[hash][extname]`,
        // Each file costs a slow processor some milliseconds before it is run.
        codeSplitting: {
          groups: [
            { name: 'start', test: /web\/index\.html|src\/app\/start\.ts$|vite\/preload-helper/, priority: 3 },
            { name: 'app', tags: ['$initial'], priority: 2 },
            // One style sheet for what all screens share.
            { name: 'shell', test: /src\/(ui|app)\/.*\.css$|@mantine\/.*\.css$/, priority: 2 },
            // Layers of which each imports only those above it here: files that import each other cannot be evaluated.
            { name: 'contract', test: /contract\/src\//, priority: 1 },
            { name: 'ui', test: /node_modules|src\/(ui|lib|app)\//, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
});
