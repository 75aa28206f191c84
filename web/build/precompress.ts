import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Plugin } from 'vite';

/** Writes `.br` and `.gz` beside everything that shrinks, so that the server only has to pick. */
export function precompress(): Plugin {
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
