export { PageHeader, Section } from './page-header.tsx';
export { SearchField } from './search-field.tsx';
export { StatCard, StatGrid } from './stat-card.tsx';
export { RefreshButton } from './refresh-button.tsx';
