import { sql, type Queryable, type Tx } from '#platform/database/index.ts';
import type { ImageFile } from './encode-image.ts';

export async function saveImage(tx: Tx, { id, contentType, bytes }: ImageFile): Promise<void> {
  await tx.execute(
    sql`insert into offer_images (id, content_type, bytes) values (${id}, ${contentType}, ${bytes}) on conflict (id) do nothing`,
  );
}

export async function findImage(q: Queryable, id: string): Promise<ImageFile | null> {
  const [row] = await q.query<{ contentType: ImageFile['contentType']; bytes: Buffer }>(
    sql`select content_type, bytes from offer_images where id = ${id}`,
  );
  return row ? { id, contentType: row.contentType, bytes: row.bytes } : null;
}

export async function imageExists(q: Queryable, id: string): Promise<boolean> {
  return (await q.query(sql`select 1 from offer_images where id = ${id}`)).length === 1;
}
