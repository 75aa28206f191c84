/** The size of a long test: full in `npm run test:long`, small in `npm test`. */
export const sized = (full: number, small: number): number => (process.env['TEST_SIZE'] === 'full' ? full : small);
