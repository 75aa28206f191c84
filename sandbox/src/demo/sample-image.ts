import { crc32, deflateSync } from 'node:zlib';

const SIZE = 256;
const SAMPLES = 3;
const CORNER = 0.2;

type Colour = readonly [red: number, green: number, blue: number];
export type Sign = 'circle' | 'diamond' | 'bars' | 'ring' | 'play' | 'cross';

/** Returns whether a point of the sign is white. x and y are from -1 to 1, y points down. */
const SIGNS: Readonly<Record<Sign, (x: number, y: number) => boolean>> = {
  circle: (x, y) => x * x + y * y < 0.25,
  diamond: (x, y) => Math.abs(x) + Math.abs(y) < 0.6,
  bars: (x, y) => [-0.4, 0, 0.4].some((at, index) => Math.abs(x - at) < 0.12 && y < 0.5 && y > 0.2 - index * 0.35),
  ring: (x, y) => Math.abs(Math.hypot(x, y) - 0.42) < 0.13,
  play: (x, y) => x > -0.35 && x < 0.5 && Math.abs(y) < (0.5 - x) * 0.62,
  cross: (x, y) => Math.max(Math.abs(x), Math.abs(y)) < 0.5 && Math.min(Math.abs(x), Math.abs(y)) < 0.15,
};

/** Returns an app icon as a PNG data URL: a gradient with round corners and a white sign. */
export function sampleImage(from: Colour, to: Colour, sign: Sign): string {
  const rows = Buffer.alloc(SIZE * (1 + SIZE * 4));
  for (let y = 0; y < SIZE; y += 1) {
    for (let x = 0; x < SIZE; x += 1) {
      const at = y * (1 + SIZE * 4) + 1 + x * 4;
      const share = (x + y) / (2 * SIZE);
      const white = cover(x, y, SIGNS[sign]);
      for (let channel = 0; channel < 3; channel += 1) {
        const ground = from[channel]! + (to[channel]! - from[channel]!) * share;
        rows[at + channel] = Math.round(ground + (255 - ground) * white);
      }
      rows[at + 3] = Math.round(255 * cover(x, y, insideCorners));
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIZE, 0);
  header.writeUInt32BE(SIZE, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const png = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
  return `data:image/png;base64,${png.toString('base64')}`;
}

/** Returns the share of a pixel inside a shape, from 0 to 1. */
function cover(pixelX: number, pixelY: number, inside: (x: number, y: number) => boolean): number {
  let hits = 0;
  for (let step = 0; step < SAMPLES * SAMPLES; step += 1) {
    const x = (pixelX + ((step % SAMPLES) + 0.5) / SAMPLES) / SIZE;
    const y = (pixelY + (Math.floor(step / SAMPLES) + 0.5) / SAMPLES) / SIZE;
    if (inside(x * 2 - 1, y * 2 - 1)) hits += 1;
  }
  return hits / (SAMPLES * SAMPLES);
}

function insideCorners(x: number, y: number): boolean {
  const overX = Math.max(0, Math.abs(x) - (1 - CORNER * 2));
  const overY = Math.max(0, Math.abs(y) - (1 - CORNER * 2));
  return Math.hypot(overX, overY) <= CORNER * 2;
}

function chunk(type: string, data: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}
