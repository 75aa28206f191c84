import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface DemoSecrets {
  readonly platformKey: string;
  readonly cronKey: string;
  /** True when this data folder has no demo in it yet. */
  readonly areNew: boolean;
}

/** The keys of the demo's product: made once for each data folder, so that what was configured with them goes on working. */
export function keepSecrets(dataDir: string): DemoSecrets {
  const file = join(dataDir, 'demo-keys.json');
  if (existsSync(file)) return { ...(JSON.parse(readFileSync(file, 'utf8')) as DemoSecrets), areNew: false };
  const newKey = (): string => randomBytes(18).toString('base64url');
  const keys = { platformKey: newKey(), cronKey: newKey() };
  writeFileSync(file, `${JSON.stringify(keys)}\n`, { mode: 0o600 });
  // An older demo's folder has a database and no keys.
  return { ...keys, areNew: !existsSync(join(dataDir, 'pg')) };
}
