import type { AuthenticationInput } from '@muneem/contract/custom-postbacks';

/** A tracking company of the sandbox, with its own way to authenticate callers. */
export interface Company {
  /** Its part of the path: `/postback/{key}`. */
  readonly key: string;
  readonly name: string;
  readonly contactPerson: string;
  readonly authentication: AuthenticationInput;
  /** The header that a call must carry. */
  readonly header?: readonly [name: string, value: string];
  /** The contract with it has ended: it refuses every call. */
  readonly closed?: boolean;
}

const BASIC = { username: 'muneem', password: 'sandbox-basic-2209' };

export const COMPANIES: readonly Company[] = [
  { key: 'openpixel', name: 'OpenPixel', contactPerson: 'Nikhil Rao', authentication: { type: 'none' } },
  {
    key: 'adsmeter',
    name: 'Adsmeter',
    contactPerson: 'Farah Sheikh',
    authentication: { type: 'bearer', token: 'sandbox-bearer-7713' },
    header: ['authorization', 'Bearer sandbox-bearer-7713'],
  },
  {
    key: 'clickwise',
    name: 'Clickwise',
    contactPerson: 'Joel Dsouza',
    authentication: { type: 'basic', ...BASIC },
    header: ['authorization', `Basic ${Buffer.from(`${BASIC.username}:${BASIC.password}`).toString('base64')}`],
  },
  {
    key: 'trackhub',
    name: 'TrackHub',
    contactPerson: 'Meera Iyer',
    authentication: { type: 'api_key', apiKey: 'sandbox-api-key-5150', apiKeyHeader: 'X-TrackHub-Key' },
    header: ['x-trackhub-key', 'sandbox-api-key-5150'],
  },
  { key: 'sunset', name: 'Sunset Media', contactPerson: '', authentication: { type: 'none' }, closed: true },
];
