/** The size of a long run: the full one in `npm run test:long`, a small one in `npm test`. */
export const sized = (full: number, small: number): number => (process.env['TEST_SIZE'] === 'full' ? full : small);
