import { generateKeyPairSync, sign } from 'node:crypto';

/** One DER element: tag, length, content. */
function der(tag: number, ...parts: Uint8Array[]): Buffer {
  const body = Buffer.concat(parts);
  const length = body.length < 128 ? [body.length] : [0x82, body.length >> 8, body.length & 255];
  return Buffer.concat([Buffer.from([tag, ...length]), body]);
}
const sequence = (...parts: Uint8Array[]): Buffer => der(0x30, ...parts);
const objectId = (hex: string): Buffer => der(0x06, Buffer.from(hex, 'hex'));
const bits = (content: Uint8Array): Buffer => der(0x03, Buffer.from([0]), content);
const time = (text: string): Buffer => der(0x18, Buffer.from(text));

const ECDSA_WITH_SHA256 = sequence(objectId('2a8648ce3d040302'));
const COMMON_NAME = objectId('550403');
const SUBJECT_ALT_NAME = objectId('551d11');
const IP_ADDRESS = 0x87;

/** A key and a self-signed certificate for these IP addresses, new for each test and without an expiry date. */
export function createCertificate(ips: readonly (readonly number[])[] = [[127, 0, 0, 1]]): {
  key: string;
  cert: string;
} {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const name = sequence(der(0x31, sequence(COMMON_NAME, der(0x0c, Buffer.from('Muneem test')))));
  const addresses = sequence(...ips.map((ip) => der(IP_ADDRESS, Buffer.from(ip))));
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    name,
    sequence(time('20200101000000Z'), time('99991231235959Z')),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, sequence(sequence(SUBJECT_ALT_NAME, der(0x04, addresses)))),
  );
  const certificate = sequence(content, ECDSA_WITH_SHA256, bits(sign('sha256', content, privateKey)));
  const lines = certificate.toString('base64').replaceAll(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}
