import { SYSTEM_ACTORS, writeAudit } from '#platform/audit-log/index.ts';
import type { SecretBox } from '#platform/crypto/index.ts';
import { transaction, type Database, type Tx } from '#platform/database/index.ts';
import { lockSealed, saveSealed, type SealedColumn } from './sealed-columns.repository.ts';

const ROWS_AT_ONCE = 50;

interface Rotation {
  /** Secrets that this run encrypted again. */
  readonly rotated: number;
  /** Secrets that neither APP_SECRET decrypts, as `table id`. They must be entered again. */
  readonly unreadable: readonly string[];
}

/**
 * Encrypts every stored secret with the current APP_SECRET, in small transactions. It can be stopped and repeated: a
 * secret that the current APP_SECRET already decrypts is left alone.
 */
export async function rotateSecrets(
  database: Database,
  secrets: SecretBox,
  columns: readonly SealedColumn[],
): Promise<Rotation> {
  let rotated = 0;
  const unreadable: string[] = [];
  for (const column of columns) {
    for (let after: string | undefined = ''; after !== undefined;) {
      const done = await transaction(database, (tx) => rotateSome(tx, secrets, column, after ?? ''));
      rotated += done.rotated;
      unreadable.push(...done.unreadable);
      after = done.next;
    }
  }
  return { rotated, unreadable };
}

async function rotateSome(
  tx: Tx,
  secrets: SecretBox,
  column: SealedColumn,
  after: string,
): Promise<Rotation & { readonly next: string | undefined }> {
  const rows = await lockSealed(tx, column, { after, limit: ROWS_AT_ONCE });
  const readable = rows.filter(({ id, sealed }) => isReadable(secrets, sealed, column.purpose(id)));
  const old = readable.filter(({ id, sealed }) => secrets.isSealedByPrevious(sealed, column.purpose(id)));
  for (const { id, sealed } of old) {
    const purpose = column.purpose(id);
    await saveSealed(tx, column, { id, sealed: secrets.seal(secrets.open(sealed, purpose), purpose) });
  }
  const rotated = old.length;
  const unreadable = rows.filter((row) => !readable.includes(row)).map(({ id }) => `${column.table} ${id}`);
  if (rotated > 0)
    await writeAudit(tx, SYSTEM_ACTORS.operator, 'secrets.rotate', ['secrets', `${column.table}.${column.column}`], {
      after: { rotated },
    });
  return { rotated, unreadable, next: rows.length < ROWS_AT_ONCE ? undefined : rows.at(-1)?.id };
}

function isReadable(secrets: SecretBox, sealed: string, purpose: string): boolean {
  try {
    secrets.open(sealed, purpose);
    return true;
  } catch {
    return false;
  }
}
