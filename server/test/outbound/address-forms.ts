/**
 * Spellings of internal addresses: each special address in every notation that some resolver, parser or kernel accepts.
 */

type Octets = readonly [number, number, number, number];

/** One or two addresses of each range that is not public, and the metadata addresses of clouds. */
const INSIDE: readonly Octets[] = [
  [127, 0, 0, 1],
  [127, 255, 255, 254],
  [0, 0, 0, 0],
  [0, 1, 2, 3],
  [10, 0, 0, 1],
  [10, 255, 255, 254],
  [172, 16, 0, 1],
  [172, 31, 255, 254],
  [192, 168, 0, 1],
  [192, 168, 255, 254],
  [169, 254, 169, 254],
  [169, 254, 170, 2],
  [100, 64, 0, 1],
  [100, 100, 100, 200],
  [192, 0, 0, 192],
  [198, 18, 0, 1],
  [224, 0, 0, 1],
  [239, 255, 255, 250],
  [240, 0, 0, 1],
  [255, 255, 255, 255],
  [168, 63, 129, 16],
];

const hex = (number: number, width = 0): string => number.toString(16).padStart(width, '0');
const asNumber = ([a, b, c, d]: Octets): number => ((a * 256 + b) * 256 + c) * 256 + d;
const groups = ([a, b, c, d]: Octets): string => `${hex(a * 256 + b)}:${hex(c * 256 + d)}`;
const fullWidth = (text: string): string =>
  text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))).replaceAll('.', '。');

const NOTATIONS: readonly ((octets: Octets) => string)[] = [
  (octets) => octets.join('.'),
  (octets) => `${octets.join('.')}.`,
  (octets) => String(asNumber(octets)),
  (octets) => `0x${hex(asNumber(octets), 8)}`,
  (octets) => `0${asNumber(octets).toString(8)}`,
  (octets) => octets.map((octet) => `0x${hex(octet)}`).join('.'),
  (octets) => octets.map((octet) => `0${octet.toString(8)}`).join('.'),
  ([a, b, c, d]) => `${a}.${(b * 256 + c) * 256 + d}`,
  ([a, b, c, d]) => `0x${hex(a)}.${b}.${c * 256 + d}`,
  (octets) => fullWidth(octets.join('.')),
  (octets) => octets.join('.').replaceAll('1', '%31'),
  (octets) => `[::ffff:${octets.join('.')}]`,
  (octets) => `[::ffff:${groups(octets)}]`,
  (octets) => `[::${groups(octets)}]`,
  (octets) => `[::ffff:0:${groups(octets)}]`,
  (octets) => `[64:ff9b::${groups(octets)}]`,
  (octets) => `[64:ff9b:1::${groups(octets)}]`,
  (octets) => `[2002:${groups(octets)}::1]`,
  (octets) => `[2001:0:${groups(octets)}::1]`,
  (octets) => `user:secret@${octets.join('.')}`,
  (octets) => `public.example@${octets.join('.')}`,
];

const IPV6 = [
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  '[::0001]',
  '[fe80::1]',
  '[febf::1]',
  '[fec0::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fd20:ce::254]',
  '[ff02::1]',
  '[ff0e::1]',
  '[100::1]',
  '[2001:db8::1]',
  '[2001:10::1]',
  '[2001:20::1]',
  '[3fff::1]',
  '[5f00::1]',
  '[4000::1]',
];

const SHORT = ['0', '127.1', '0x7f.1', '①②⑦.0.0.1', '127。0。0。1'];

/** Names that resolve to internal addresses without a hostile name server. */
const NAMES = ['localhost', 'localhost.', 'LOCALHOST', 'ｌｏｃａｌｈｏｓｔ', 'loca\u00adlhost', 'localhost%2e'];

/** Names that a hostile name server resolves as it likes. */
export const REBOUND: Readonly<Record<string, readonly string[]>> = {
  'inside.example': ['127.0.0.1'],
  'inside.example.': ['127.0.0.1'],
  'both.example': ['127.0.0.1', '10.0.0.1'],
  'six.example': ['::1'],
  'mapped.example': ['::ffff:127.0.0.1'],
  'compatible.example': ['::7f00:1'],
  'nat64.example': ['64:ff9b::7f00:1'],
  'metadata.example': ['169.254.169.254'],
  'zero.example': ['0.0.0.0'],
  'scoped.example': ['fe80::1%lo'],
  'xn--bcher-kva.example': ['127.0.0.1'],
  'nonsense.example': ['not an address'],
};

/** Hosts as written in a URL, including user info. */
export const FORMS: readonly string[] = [
  ...INSIDE.flatMap((octets) => NOTATIONS.map((write) => write(octets))),
  ...IPV6,
  ...SHORT,
  ...NAMES,
  ...Object.keys(REBOUND),
  'bücher.example',
];
