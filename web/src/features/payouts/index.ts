export { PayoutsScreen } from './payouts-screen.tsx';
