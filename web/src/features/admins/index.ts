export { AcceptInvitationScreen } from './accept-invitation-screen.tsx';
export { AdminsScreen } from './admins-screen.tsx';
