import { setTimeout as wait } from 'node:timers/promises';
import { line } from '../report.ts';
import type { ListServer } from './list-server.ts';

const LOOK_EVERY_MS = 150;

/** Streams an export. Calls `meanwhile` repeatedly. @returns the most memory of the server, in MB */
export async function saveExport(
  { base, token, program }: Pick<ListServer, 'base' | 'token' | 'program'>,
  { what, path, meanwhile }: { what: string; path: string; meanwhile?: () => Promise<void> },
): Promise<number> {
  let most = 0;
  let ended = false;
  const watch = (async () => {
    while (!ended) {
      await meanwhile?.();
      most = Math.max(most, await program.memoryMb());
      await wait(LOOK_EVERY_MS);
    }
  })();
  const begin = performance.now();
  const response = await fetch(`${base}/api/exports/${path}`, { headers: { authorization: `Bearer ${token}` } });
  let bytes = 0;
  for await (const chunk of response.body as ReadableStream<Uint8Array>) bytes += chunk.length;
  ended = true;
  await watch;
  const seconds = Math.round((performance.now() - begin) / 1000);
  line(`${what} as .xlsx: ${Math.round(bytes / 1e6)} MB in ${seconds} s`);
  return most;
}
