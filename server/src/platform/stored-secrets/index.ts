export { HASH_KEY, openHashKey } from './hash-key.repository.ts';
export { rotateSecrets } from './rotate-secrets.ts';
export { isOtherSecretInUse, serverName } from './servers.repository.ts';
export type { SealedColumn } from './sealed-columns.repository.ts';
