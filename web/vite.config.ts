import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import type { Plugin } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';

const API_IN_DEVELOPMENT = process.env['MUNEEM_API'] ?? 'http://127.0.0.1:3000';
const SERVER_PATHS = ['/api', '/images', '/track', '/postback', '/healthz', '/readyz'];

/** Writes `.br` and `.gz` beside everything that shrinks, so that the server only has to pick. */
function precompress(): Plugin {
  const kinds = new Set(['.js', '.css', '.html', '.svg', '.json', '.webmanifest']);
  return {
    name: 'precompress',
    apply: 'build',
    enforce: 'post',
    closeBundle: {
      order: 'post',
      sequential: true,
      handler() {
        for (const entry of readdirSync('dist', { recursive: true, withFileTypes: true })) {
          if (!entry.isFile() || !kinds.has(extname(entry.name))) continue;
          const file = join(entry.parentPath, entry.name);
          const content = readFileSync(file);
          if (content.length < 1024) continue;
          writeFileSync(
            `${file}.br`,
            brotliCompressSync(content, {
              params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
            }),
          );
          writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
        }
      },
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    react(),
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
  },
});
