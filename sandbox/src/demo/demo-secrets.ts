import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface DemoSecrets {
  readonly platformKey: string;
  readonly cronKey: string;
  /** True if this data folder has no demo yet. */
  readonly areNew: boolean;
}

/** Keeps the demo's keys in its data folder, so that earlier settings still work in the next run. */
export function keepSecrets(dataDir: string): DemoSecrets {
  const file = join(dataDir, 'demo-keys.json');
  // A start that failed early leaves keys without a database, and an older demo a database without keys.
  const areNew = !existsSync(join(dataDir, 'pg'));
  if (existsSync(file)) return { ...(JSON.parse(readFileSync(file, 'utf8')) as DemoSecrets), areNew };
  const newKey = (): string => randomBytes(18).toString('base64url');
  const keys = { platformKey: newKey(), cronKey: newKey() };
  writeFileSync(file, `${JSON.stringify(keys)}\n`, { mode: 0o600 });
  return { ...keys, areNew };
}
