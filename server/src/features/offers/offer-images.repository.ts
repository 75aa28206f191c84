import { sql, type Queryable, type Tx } from '#platform/database/index.ts';
import type { ImageFile } from './encode-image.ts';

export async function saveImage(tx: Tx, { id, contentType, bytes }: ImageFile): Promise<void> {
  await tx.execute(
    sql`insert into offer_images (id, content_type, bytes) values (${id}, ${contentType}, ${bytes}) on conflict (id) do nothing`,
  );
}

export const findImage = (q: Queryable, id: string): Promise<ImageFile | null> =>
  q.findOne(sql`select id, content_type, bytes from offer_images where id = ${id}`);

export const imageExists = (q: Queryable, id: string): Promise<boolean> =>
  q.getValue(sql`select exists (select from offer_images where id = ${id})`);
