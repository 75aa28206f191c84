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
  const unreadable: string[] = [];
  let rotated = 0;
  for (const { id, sealed } of rows) {
    const purpose = column.purpose(id);
    const isOld = needsRotation(secrets, sealed, purpose);
    if (isOld === undefined) unreadable.push(`${column.table} ${id}`);
    if (isOld !== true) continue;
    await saveSealed(tx, column, { id, sealed: secrets.seal(secrets.open(sealed, purpose), purpose) });
    rotated += 1;
  }
  if (rotated > 0)
    await writeAudit(tx, SYSTEM_ACTORS.operator, 'secrets.rotate', ['secrets', `${column.table}.${column.column}`], {
      after: { rotated },
    });
  return { rotated, unreadable, next: rows.length < ROWS_AT_ONCE ? undefined : rows.at(-1)?.id };
}

/** @returns true if the previous secret encrypted it, undefined if neither did */
function needsRotation(secrets: SecretBox, sealed: string, purpose: string): boolean | undefined {
  try {
    return secrets.isSealedByPrevious(sealed, purpose);
  } catch {
    return undefined;
  }
}
