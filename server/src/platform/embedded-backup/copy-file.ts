import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { ifMissing, type ManifestFile } from './manifest.ts';

const CHUNK_BYTES = 1024 * 1024;

/**
 * Copies a file to a new one and hashes the copied bytes. The caller flushes the new file (`flushAll`).
 * @returns null if the source is gone: PostgreSQL removes files while it runs
 */
export async function copyFile(
  source: string,
  target: string,
  {
    owner,
    signal,
  }: { readonly owner?: { uid: number; gid: number } | undefined; readonly signal?: AbortSignal | undefined } = {},
): Promise<Omit<ManifestFile, 'path'> | null> {
  const from = await open(source, 'r').catch(ifMissing(null));
  if (from === null) return null;
  try {
    const to = await open(target, 'wx', 0o600);
    try {
      const hash = createHash('sha256');
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      let bytes = 0;
      for (;;) {
        signal?.throwIfAborted();
        const { bytesRead } = await from.read(chunk, 0, CHUNK_BYTES, null);
        if (bytesRead === 0) break;
        const part = chunk.subarray(0, bytesRead);
        hash.update(part);
        await to.writeFile(part);
        bytes += bytesRead;
      }
      if (owner !== undefined) await to.chown(owner.uid, owner.gid);
      return { bytes, sha256: hash.digest('hex') };
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
}
