export { AuditScreen } from './audit-screen.tsx';
export { RecordHistory } from './record-history.tsx';
