/** A network and its location. A missing part is unknown. */
export interface CityNetwork {
  /** CIDR of IPv4 or IPv6. */
  readonly network: string;
  readonly city?: string;
  readonly state?: string;
  readonly country?: string;
}

type Value = string | number | readonly Value[] | { readonly [name: string]: Value };
/** A node has a left (0) and a right (1) side. A side is a node, the offset of a record, or null without a record. */
type Node = [Side, Side];
type Side = Node | number | null;

const METADATA_MARKER = Buffer.from('\xab\xcd\xefMaxMind.com', 'latin1');
const SEPARATOR = Buffer.alloc(16);
/** IPv4 addresses are in the IPv6 tree after 96 zero bits. */
const IPV4_BITS = 96;

/**
 * Encodes a database in the MaxMind format 2.0 (https://maxmind.github.io/MaxMind-DB/), with records like GeoLite2 City
 * and English names only. Keeps everything in memory, so it is for small databases.
 * @throws Error if one network contains another
 */
export function encodeCityDatabase(networks: readonly CityNetwork[], databaseType = 'Muneem-Sandbox-City'): Buffer {
  const root: Node = [null, null];
  const records: Buffer[] = [];
  const offsets = new Map<string, number>();
  let size = 0;
  for (const { network, ...names } of networks) {
    const record = encode(recordOf(names));
    const key = record.toString('latin1');
    const known = offsets.get(key) ?? size;
    if (known === size) {
      offsets.set(key, known);
      records.push(record);
      size += record.length;
    }
    plant(root, network, known);
  }
  const nodes = inOrder(root);
  const metadata = encode({
    binary_format_major_version: 2,
    binary_format_minor_version: 0,
    build_epoch: 1_790_000_000,
    database_type: databaseType,
    description: { en: 'Invented locations of reserved addresses' },
    ip_version: 6,
    languages: ['en'],
    node_count: nodes.length,
    record_size: 32,
  });
  return Buffer.concat([encodeTree(nodes), SEPARATOR, ...records, METADATA_MARKER, metadata]);
}

function recordOf({ city, state, country }: Omit<CityNetwork, 'network'>): Value {
  const named = (name: string): Value => ({ names: { en: name } });
  return {
    ...(city === undefined ? {} : { city: named(city) }),
    ...(state === undefined ? {} : { subdivisions: [named(state)] }),
    ...(country === undefined ? {} : { country: named(country) }),
  };
}

function plant(root: Node, network: string, offset: number): void {
  const bits = bitsOf(network);
  let node = root;
  for (const [depth, bit] of bits.entries()) {
    const side = node[bit];
    const isLast = depth === bits.length - 1;
    if (typeof side === 'number' || (isLast && side !== null)) throw new Error(`${network} lies in another network.`);
    if (isLast) node[bit] = offset;
    else node = side ?? (node[bit] = [null, null]);
  }
}

/** Returns the bits of a network's prefix. */
function bitsOf(network: string): (0 | 1)[] {
  const [address = '', length = ''] = network.split('/');
  const bytes = address.includes(':') ? bytesOf6(address) : address.split('.').map(Number);
  const bits = bytes.flatMap((byte) => Array.from({ length: 8 }, (_, bit) => ((byte >> (7 - bit)) & 1) as 0 | 1));
  const prefix = bits.slice(0, Number(length));
  return bits.length === 32 ? [...zeros(IPV4_BITS), ...prefix] : prefix;
}

const zeros = (length: number): 0[] => Array.from({ length }, () => 0);

function bytesOf6(address: string): number[] {
  const [head = '', tail = ''] = address.split('::');
  const groups = (text: string): number[] =>
    text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16));
  const [first, last] = [groups(head), groups(tail)];
  const middle = zeros(8 - first.length - last.length);
  return [...first, ...middle, ...last].flatMap((group) => [group >> 8, group & 0xff]);
}

function inOrder(root: Node): Node[] {
  const nodes = [root];
  for (const node of nodes) nodes.push(...node.filter((side) => Array.isArray(side)));
  return nodes;
}

function encodeTree(nodes: readonly Node[]): Buffer {
  const numbers = new Map(nodes.map((node, number) => [node, number]));
  const tree = Buffer.alloc(nodes.length * 8);
  for (const [number, node] of nodes.entries()) {
    for (const [bit, side] of node.entries()) {
      const value =
        side === null
          ? nodes.length
          : typeof side === 'number'
            ? nodes.length + SEPARATOR.length + side
            : numbers.get(side)!;
      tree.writeUInt32BE(value, number * 8 + bit * 4);
    }
  }
  return tree;
}

const TYPE = { text: 2, uint32: 6, map: 7, array: 11 } as const;

function encode(value: Value): Buffer {
  if (typeof value === 'string') {
    const bytes = Buffer.from(value);
    return Buffer.concat([control(TYPE.text, bytes.length), bytes]);
  }
  if (typeof value === 'number') {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return Buffer.concat([control(TYPE.uint32, bytes.length), bytes]);
  }
  if (Array.isArray(value)) return Buffer.concat([control(TYPE.array, value.length), ...value.map(encode)]);
  const parts = Object.entries(value);
  return Buffer.concat([
    control(TYPE.map, parts.length),
    ...parts.flatMap(([name, part]) => [encode(name), encode(part)]),
  ]);
}

/**
 * Encodes the control byte: the type in three bits (0: in the next byte), the size in five (29 and more: in extra
 * bytes).
 */
function control(type: number, size: number): Buffer {
  const sizes = size < 29 ? [] : size < 285 ? [size - 29] : [(size - 285) >> 8, (size - 285) & 0xff];
  const inFive = size < 29 ? size : size < 285 ? 29 : 30;
  return Buffer.from(type > 7 ? [inFive, type - 7, ...sizes] : [(type << 5) | inFive, ...sizes]);
}
