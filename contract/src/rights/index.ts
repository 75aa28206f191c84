export { visibleTo } from './hidden-fields.ts';
export { hasRight, noRightText, rights, ROLE_NAMES, ROLE_TEXTS, ROLES } from './rights.ts';
export type { Right, Role } from './rights.ts';
