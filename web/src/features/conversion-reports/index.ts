export { conversionSource, conversionStatus } from './conversion-status.ts';
