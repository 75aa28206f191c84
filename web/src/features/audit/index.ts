export { RecordHistory } from './lazy-record-history.tsx';
