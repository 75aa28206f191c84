import { isIP } from 'node:net';
import type { ResolveName } from '#platform/outbound-http/index.ts';

/** A name server that knows only these names, so that no test uses the machine's resolver. */
export function nameServer(known: Readonly<Record<string, readonly string[]>> = {}): ResolveName {
  return (hostname, _options, callback) => {
    const addresses = known[hostname];
    if (addresses === undefined) return callback(Object.assign(new Error('unknown name'), { code: 'ENOTFOUND' }), []);
    callback(
      null,
      addresses.map((address) => ({ address, family: isIP(address) })),
    );
  };
}

export const LOCALHOST: Readonly<Record<string, readonly string[]>> = {
  localhost: ['127.0.0.1', '::1'],
  'localhost.': ['127.0.0.1', '::1'],
};
