import { buffer } from 'node:stream/consumers';
import yauzl from 'yauzl';

/** The texts of an archive's entries, by path. */
export async function unzip(archive: Buffer): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  const zip = await yauzl.fromBufferPromise(archive);
  for await (const entry of zip.eachEntry()) {
    files.set(entry.fileName, (await buffer(await zip.openReadStreamPromise(entry))).toString());
  }
  return files;
}
