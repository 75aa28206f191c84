export { ProblemsScreen } from './problems-screen.tsx';
