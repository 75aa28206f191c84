export { PostbackManagementScreen } from './postback-management-screen.tsx';
