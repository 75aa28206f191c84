import sharp from 'sharp';

/** White signs on 100 × 100. */
const SIGNS = {
  circle: '<circle cx="50" cy="50" r="25"/>',
  diamond: '<path d="M50 20 80 50 50 80 20 50z"/>',
  bars: '<path d="M24 60h12v15H24zM44 42h12v33H44zM64 25h12v50H64z"/>',
  ring: '<circle cx="50" cy="50" r="21" fill="none" stroke="#fff" stroke-width="13"/>',
  play: '<path d="M33 24 75 50 33 76z"/>',
  cross: '<path d="M42 25h16v17h17v16H58v17H42V58H25V42h17z"/>',
};
export type Sign = keyof typeof SIGNS;

/** Returns an app icon as a PNG data URL: a gradient with round corners and a white sign. */
export async function sampleImage(from: string, to: string, sign: Sign): Promise<string> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="256" height="256" viewBox="0 0 100 100" fill="#fff">
    <linearGradient id="ground" x2="1" y2="1"><stop stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>
    <rect width="100" height="100" rx="20" fill="url(#ground)"/>${SIGNS[sign]}</svg>`;
  const png = await sharp(Buffer.from(svg)).png().toBuffer();
  return `data:image/png;base64,${png.toString('base64')}`;
}
