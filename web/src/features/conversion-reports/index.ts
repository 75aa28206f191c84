export { ConversionReportsScreen } from './conversion-reports-screen.tsx';
